// Handles on a picture: the middle of the hole, and four points on the
// shooting line, pixels of the upright picture.

export type Point = [number, number];

export interface Handles {
  hole: Point;
  line: [Point, Point, Point, Point];
}

/** Where handles lie before anybody dragged them: about the middle. */
export function begun(width: number, height: number): Handles {
  const c: Point = [width / 2, height / 2];
  const r = 0.36 * Math.min(width, height);
  const at = (angle: number): Point => [c[0] + r * Math.cos(angle), c[1] + r * Math.sin(angle)];
  return { hole: c, line: [at(-Math.PI / 4), at(Math.PI / 4), at((3 * Math.PI) / 4), at((-3 * Math.PI) / 4)] };
}

/** Handle k, 0 for the hole, at p, kept in the picture. */
export function put(h: Handles, k: number, p: Point, width: number, height: number): Handles {
  const q: Point = [Math.min(width - 1, Math.max(0, p[0])), Math.min(height - 1, Math.max(0, p[1]))];
  if (k === 0) return { hole: q, line: h.line };
  const line = h.line.map((old, i) => (i === k - 1 ? q : old)) as Handles['line'];
  return { hole: h.hole, line };
}

export const places = (h: Handles): Point[] => [h.hole, ...h.line];
