import { describe, expect, it } from 'vitest';
import type { Disc, Geometry } from '../snapshot';
import { neighbours } from './neighbours';

const g: Geometry = { surface_radius: 330, r15: 101.6, r10: 203.2, r5: 304.8, line_width: 1.6, hole_radius: 17.5, ditch_width: 51, pegs: [], peg_radius: 4, quadrants: [] };
const disc = (x: number, points: number, state = 'flat'): Disc => ({ x_mm: x, y_mm: 0, sd_mm: 0.1, radius_mm: 15.9, color: '#000000', team: 'A', state, points, lines: [], footprint_px: null, top_px: null });
const worths = (d: Disc) => neighbours(d, g).map((n) => (n.state === 'leaning' ? 'leaning' : n.points));

describe('the neighbours of a disc', () => {
  it('begin with the other side of the line at which it lies', () => {
    expect(worths(disc(84, 15))[0]).toBe(10);
    expect(worths(disc(86, 10))[0]).toBe(15);
    expect(worths(disc(186, 10))[0]).toBe(5);
    expect(worths(disc(288, 5))[0]).toBe(0);
  });
  it('are places that count so', () => {
    for (const n of neighbours(disc(150, 10), g)) {
      const r = Math.hypot(...n.at);
      if (n.state !== 'flat') continue;
      const rings = { 15: [0, 101.6], 10: [101.6, 203.2], 5: [203.2, 304.8] }[n.points]!;
      expect(r + 15.9, `${n.points}`).toBeLessThan(rings[1]! - 0.8);
      if (n.points < 15) expect(r + 15.9, `${n.points}`).toBeGreaterThan(rings[0]! - 0.8);
    }
  });
  it('offer the hole to a disc beside it, and never what it is counted as', () => {
    expect(worths(disc(20, 15))).toContain('leaning');
    expect(worths(disc(150, 10))).toEqual([5, 15, 0, 20]);
    expect(worths(disc(150, 10))).not.toContain(10);
  });
  it('know the way out of the middle', () => {
    expect(neighbours(disc(0, 20, 'in_hole'), g).map((n) => n.points)).toEqual([15, 15, 10, 5, 0]);
  });
});
