// What a match is played on, as the hub has it (package models), drawn from above.

import type { CarromSurface, Geometry } from '../snapshot';

/** A board as package models writes it, mm and degrees. */
export interface BoardModel {
  name: string;
  game: string;
  surface_radius?: number;
  rings?: { r15: number; r10: number; r5: number };
  line_width?: number;
  hole?: { radius: number };
  pegs?: { count: number; circle: number; start_deg: number; diameter: number };
  quadrants?: { start_deg: number; from: number; to: number };
  ditch?: { width: number };
  disc: { radius: number };
  carrom?: CarromSurface;
}

export interface Surface {
  name: string;
  game: string;
  geometry: Geometry;
  disc: number; // radius, mm
}

const turned = (r: number, deg: number): [number, number] => {
  const a = (deg * Math.PI) / 180;
  return [r * Math.cos(a), r * Math.sin(a)];
};

/** What a board is drawn from. */
export function surfaceOf(b: BoardModel): Surface {
  const pegs = b.pegs ?? { count: 0, circle: 0, start_deg: 0, diameter: 0 };
  const q = b.quadrants;
  const geometry: Geometry = {
    surface_radius: b.surface_radius ?? 0,
    r15: b.rings?.r15 ?? 0,
    r10: b.rings?.r10 ?? 0,
    r5: b.rings?.r5 ?? 0,
    line_width: b.line_width ?? 0,
    hole_radius: b.hole?.radius ?? 0,
    ditch_width: b.ditch?.width ?? 0,
    pegs: Array.from({ length: pegs.count }, (_, i) => turned(pegs.circle, pegs.start_deg + (360 * i) / pegs.count)),
    peg_radius: pegs.diameter / 2,
    quadrants: q && q.to > q.from
      ? [0, 1, 2, 3].map((i) => {
          const at = q.start_deg + 90 * i;
          return [...turned(q.from, at), ...turned(q.to, at)] as [number, number, number, number];
        })
      : [],
    ...(b.carrom && { carrom: b.carrom }),
  };
  return { name: b.name, game: b.game, geometry, disc: b.disc.radius };
}
