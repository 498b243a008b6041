import { describe, expect, it } from 'vitest';
import { ceiling, heat, lay } from './chart';

describe('a chart', () => {
  it('ends at a round figure', () => {
    expect([0, 0.13, 0.2, 7, 43, 99].map(ceiling)).toEqual([1, 0.2, 0.2, 10, 50, 100]);
  });
  it('lays values from left to right, zero at the bottom', () => {
    const d = lay([0, 50, 25], 200, 100, false);
    expect(d.top).toBe(50);
    expect(d.points).toEqual([[0, 100], [100, 0], [200, 50]]);
  });
  it('shows one value in the middle, and no share above all', () => {
    expect(lay([0.9], 200, 100, true)).toMatchObject({ top: 1, points: [[100, expect.closeTo(10)]] });
  });
  it('keeps rare places to be seen', () => {
    expect(heat(1, 100)).toBe(0.1);
    expect(heat(0, 0)).toBe(0);
  });
});
