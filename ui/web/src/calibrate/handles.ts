// Handles on a picture, pixels of the upright picture: the middle of the hole
// and four points on the shooting line, or of a carrom board the four corners
// of the playing surface.

export type Point = [number, number];
type Four = [Point, Point, Point, Point];

export type Handles = { hole: Point; line: Four } | { corners: Four };

/** Where handles lie before anybody dragged them: about the middle. */
export function begun(width: number, height: number, game = 'crokinole'): Handles {
  const c: Point = [width / 2, height / 2];
  const r = (game === 'carrom' ? 0.5 : 0.36) * Math.min(width, height);
  const at = (angle: number): Point => [c[0] + r * Math.cos(angle), c[1] + r * Math.sin(angle)];
  const four: Four = [at(-Math.PI / 4), at(Math.PI / 4), at((3 * Math.PI) / 4), at((-3 * Math.PI) / 4)];
  return game === 'carrom' ? { corners: four } : { hole: c, line: four };
}

/** Handle k of places at p, kept in the picture. */
export function put(h: Handles, k: number, p: Point, width: number, height: number): Handles {
  const q: Point = [Math.min(width - 1, Math.max(0, p[0])), Math.min(height - 1, Math.max(0, p[1]))];
  const four = (old: Four, n: number) => old.map((o, i) => (i === n ? q : o)) as Four;
  if ('corners' in h) return { corners: four(h.corners, k) };
  return k === 0 ? { hole: q, line: h.line } : { hole: h.hole, line: four(h.line, k - 1) };
}

/** The handles in their order: of a round board the hole's first. */
export const places = (h: Handles): Point[] => ('corners' in h ? h.corners : [h.hole, ...h.line]);

/** The game of whose board they are. */
export const gameOf = (h: Handles): 'crokinole' | 'carrom' => ('corners' in h ? 'carrom' : 'crokinole');
