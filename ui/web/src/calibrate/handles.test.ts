import { expect, test } from 'vitest';
import { begun, places, put } from './handles';

test('handles begin about the middle, on the picture', () => {
  const h = begun(1280, 720);
  expect(h.hole).toEqual([640, 360]);
  for (const [x, y] of h.line) expect(Math.hypot(x - 640, y - 360)).toBeCloseTo(0.36 * 720);
});

test('a handle goes where it is put, the others stay, none leaves the picture', () => {
  const h = begun(1280, 720);
  const moved = put(h, 3, [2000, -5], 1280, 720);
  expect(places(moved)[3]).toEqual([1279, 0]);
  expect(places(moved).filter((_, k) => k !== 3)).toEqual(places(h).filter((_, k) => k !== 3));
  expect(put(h, 0, [10, 20], 1280, 720).hole).toEqual([10, 20]);
});
