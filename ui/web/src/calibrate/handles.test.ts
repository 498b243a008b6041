import { expect, test } from 'vitest';
import { begun, gameOf, places, put } from './handles';

test('handles begin about the middle, on the picture', () => {
  const h = begun(1280, 720);
  expect(places(h)[0]).toEqual([640, 360]);
  for (const [x, y] of places(h).slice(1)) expect(Math.hypot(x - 640, y - 360)).toBeCloseTo(0.36 * 720);
});

test('a handle goes where it is put, the others stay, none leaves the picture', () => {
  const h = begun(1280, 720);
  const moved = put(h, 3, [2000, -5], 1280, 720);
  expect(places(moved)[3]).toEqual([1279, 0]);
  expect(places(moved).filter((_, k) => k !== 3)).toEqual(places(h).filter((_, k) => k !== 3));
  expect(places(put(h, 0, [10, 20], 1280, 720))[0]).toEqual([10, 20]);
});

test('a carrom board has four, on the corners of a square', () => {
  const h = begun(1280, 720, 'carrom');
  expect(places(h)).toHaveLength(4);
  const moved = put(h, 0, [900, 100], 1280, 720);
  expect(moved).toEqual({ corners: [[900, 100], ...places(h).slice(1)] });
  expect([gameOf(moved), gameOf(begun(1280, 720))]).toEqual(['carrom', 'crokinole']);
});
