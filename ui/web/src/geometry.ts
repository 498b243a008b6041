// Pure geometry of the picture and of the board seen from above.

import type { Disc, Geometry, Ghost, Outline, Point } from './snapshot';

/** Corners as an SVG path. */
export function path(points: Point[] | null, closed: boolean): string {
  if (!points || points.length < 2) return '';
  return 'M' + points.map(([x, y]) => `${x} ${y}`).join('L') + (closed ? 'Z' : '');
}

/** The board frame's y in SVG, whose y grows downwards. */
export const up = (y: number): number => -y;

/** An ordinary crokinole board, where the board's own geometry is not known, mm. */
export const ordinary: Geometry = {
  surface_radius: 330, r15: 101.6, r10: 203.2, r5: 304.8, line_width: 1.6, hole_radius: 17.5, ditch_width: 51,
  pegs: [], peg_radius: 4, quadrants: [],
};

/** Width of the rail that is drawn round a crokinole board's ditch, mm. */
const railWidth = 12;

/** How far the drawing of a board reaches from its middle, mm. */
export function boardReach(g: Geometry): number {
  return g.carrom ? g.carrom.side / 2 + g.carrom.frame_width : g.surface_radius + g.ditch_width + railWidth;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The part of the picture that shows the outline `surface` with a margin (a
 * share of its size), in the picture's own proportions; the whole picture
 * where there is none. Pixels.
 */
export function boardBox(outlines: Outline[] | null, width: number, height: number, margin = 0.22): Box {
  const whole = { x: -0.5, y: -0.5, width, height };
  const points = outlines?.find((o) => o.what === 'surface')?.points;
  if (!points?.length) return whole;
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const k = Math.min(1, Math.max((x1 - x0) / width, (y1 - y0) / height) * (1 + 2 * margin));
  const w = width * k;
  const h = height * k;
  return {
    x: clamp((x0 + x1 - w) / 2, -0.5, width - 0.5 - w),
    y: clamp((y0 + y1 - h) / 2, -0.5, height - 0.5 - h),
    width: w,
    height: h,
  };
}

export const clamp = (v: number, low: number, high: number): number => Math.max(low, Math.min(high, v));

/** Whether a polygon holds a point (even-odd rule). */
export function inside(polygon: Point[], [x, y]: Point): boolean {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

export type Hit = { kind: 'disc'; index: number } | { kind: 'ghost'; index: number } | null;

/**
 * What lies under a tap on the picture: the disc or left-out thing whose
 * outline holds it, or else the disc nearest to it within reach pixels.
 */
export function hitPicture(discs: Disc[], ghosts: Ghost[], at: Point, reach: number): Hit {
  const disc = discs.findIndex((d) => (d.top_px && inside(d.top_px, at)) || (d.footprint_px && inside(d.footprint_px, at)));
  if (disc >= 0) return { kind: 'disc', index: disc };
  const ghost = ghosts.findIndex((g) => g.outline_px && inside(g.outline_px, at));
  if (ghost >= 0) return { kind: 'ghost', index: ghost };
  const near = nearest(
    discs.map((d) => middle(d.top_px ?? d.footprint_px ?? [])),
    at,
    reach,
  );
  return near >= 0 ? { kind: 'disc', index: near } : null;
}

/** The disc under a tap on the diagram, mm; reach beyond its edge, mm; -1 for none. */
export function hitBoard(discs: Disc[], at: Point, reach: number): number {
  return nearest(
    discs.map((d): Point => [d.x_mm, d.y_mm]),
    at,
    reach + Math.max(0, ...discs.map((d) => d.radius_mm)),
  );
}

export function middle(points: Point[]): Point {
  const n = points.length;
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}

/** The polygon made k times as large about its middle. */
export function grow(points: Point[] | null, k: number): Point[] {
  if (!points?.length) return [];
  const [x, y] = middle(points);
  return points.map((p) => [x + k * (p[0] - x), y + k * (p[1] - y)]);
}

function nearest(points: Point[], [x, y]: Point, reach: number): number {
  let best = -1;
  let least = reach;
  points.forEach(([px, py], i) => {
    const d = Math.hypot(px - x, py - y);
    if (d <= least) [best, least] = [i, d];
  });
  return best;
}

/**
 * The chosen disc among newer ones: that of its name, else the one of the same
 * team that lies where it was, within half a disc. -1 when it has gone.
 */
export function follow(chosen: Disc, discs: Disc[]): number {
  const named = chosen.id ? discs.findIndex((d) => d.id === chosen.id) : -1;
  if (named >= 0) return named;
  const own = discs.map((d, i) => ({ d, i })).filter(({ d }) => d.team === chosen.team);
  const k = nearest(
    own.map(({ d }): Point => [d.x_mm, d.y_mm]),
    [chosen.x_mm, chosen.y_mm],
    chosen.radius_mm,
  );
  return k < 0 ? -1 : own[k]!.i;
}

export interface LabelSize {
  width: number;
  height: number;
}

/**
 * Places for the labels of discs, mm in the board frame: beside each disc, in
 * the one of eight directions that covers least of other discs and labels;
 * where none is better, to the right.
 */
export function placeLabels(discs: { x: number; y: number; r: number }[], size: LabelSize): Point[] {
  const placed: Point[] = [];
  for (const d of discs) {
    let best: Point = [d.x, d.y];
    let least = Infinity;
    for (let k = 0; k < 8; k++) {
      const a = (k * Math.PI) / 4;
      const at: Point = [d.x + Math.cos(a) * (d.r + 2 + size.width / 2), d.y + Math.sin(a) * (d.r + 2 + size.height / 2)];
      let cost = k * 0.01;
      for (const o of discs) if (o !== d) cost += Math.max(0, o.r + size.height / 2 - Math.hypot(at[0] - o.x, at[1] - o.y));
      for (const [x, y] of placed) {
        cost += Math.max(0, Math.min(size.width - Math.abs(at[0] - x), size.height - Math.abs(at[1] - y)));
      }
      if (cost < least) [best, least] = [at, cost];
    }
    placed.push(best);
  }
  return placed;
}

/** The width to ask of the stream for a place of css pixels: steps, so that screens share pictures. */
export function streamWidth(css: number, ratio: number, own: number): number {
  const wanted = [640, 960, 1280, 1920].find((w) => w >= css * ratio) ?? own;
  return Math.min(wanted, own);
}
