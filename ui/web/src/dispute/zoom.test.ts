import { describe, expect, it } from 'vitest';
import { most, moved, whole, zoomed } from './zoom';

describe('an enlarged picture', () => {
  const size: [number, number] = [400, 800];
  it('keeps the place under the fingers', () => {
    const l = zoomed(whole, 3, [100, 200], size);
    expect(l).toEqual({ k: 3, x: -200, y: -400 });
    const again = zoomed(l, 1.5, [320, 700], size);
    expect((320 - again.x) / again.k).toBeCloseTo((320 - l.x) / l.k);
    expect((700 - again.y) / again.k).toBeCloseTo((700 - l.y) / l.k);
  });
  it('never shows what lies beside it', () => {
    expect(moved(zoomed(whole, 2, [0, 0], size), [500, -5000], size)).toEqual({ k: 2, x: 0, y: -800 });
    expect(zoomed(zoomed(whole, 4, [400, 800], size), 0.1, [0, 0], size)).toEqual(whole);
  });
  it('has a limit', () => {
    expect(zoomed(whole, 100, [0, 0], size).k).toBe(most);
  });
});
