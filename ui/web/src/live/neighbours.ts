// The places that a disc may really have: what people most likely mean when
// they say that it was counted wrongly.

import type { Disc, Geometry, Point } from '../snapshot';
import type { DiscSaid } from './orders';

export interface Neighbour {
  points: number;
  state: DiscSaid['state'];
  at: Point; // mm in the board frame
  gap: number; // from where it lies now, mm
}

/** Just beyond a line or within it, mm: nearer than that nobody can see. */
const margin = 0.5;

/**
 * Every other worth that the disc could have, the nearest place first: it is
 * moved straight to or from the middle, just far enough. Touching the shooting
 * line it counts nothing and must go.
 */
export function neighbours(d: Disc, g: Geometry, leanValue = 15): Neighbour[] {
  const r = d.radius_mm;
  const now = Math.hypot(d.x_mm, d.y_mm);
  const way: Point = now > 0.01 ? [d.x_mm / now, d.y_mm / now] : [0, 1];
  const edge = (ring: number) => ring - g.line_width / 2 - r; // a disc touches the line from there on
  const bands: [number, number, number][] = [
    [15, g.hole_radius + r, edge(g.r15) - margin],
    [10, edge(g.r15) + margin, edge(g.r10) - margin],
    [5, edge(g.r10) + margin, edge(g.r5) - margin],
  ];
  const out: Neighbour[] = [];
  const add = (points: number, state: DiscSaid['state'], to: number) => {
    out.push({ points, state, at: [way[0] * to, way[1] * to], gap: Math.abs(to - now) });
  };
  for (const [points, from, to] of bands) {
    if (to > from && (points !== d.points || d.state !== 'flat')) add(points, 'flat', Math.min(to, Math.max(from, now)));
  }
  if (d.state !== 'in_hole') add(20, 'in_hole', 0);
  if (d.state !== 'leaning' && now < g.hole_radius + 2 * r) add(leanValue, 'leaning', Math.min(now, g.hole_radius));
  add(0, 'ditch', Math.max(now, edge(g.r5) + margin));
  return out.sort((a, b) => a.gap - b.gap);
}
