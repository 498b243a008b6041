// A shot's ways, as its record keeps them, drawn again.

import type { Point } from '../snapshot';

/** The record of a shot's evidence: score/session/proof_record.go. Times are s. */
export interface ShotRecord {
  t_start: number;
  t_settled: number;
  clip: { pictures: number; seconds: number; flick_s: number } | null;
  no_clip?: string;
  record: {
    n: number;
    start?: { x_mm: number; y_mm: number };
    contacts: [string, string][] | null;
    discs: { id: string; x_mm: number; y_mm: number; team: string; lines: { line: string; clearance_mm: number; sd_mm: number; p_touching: number; call: string }[] | null }[];
    before?: { id?: string; team: string; color: string; radius_mm: number; x_mm: number; y_mm: number }[];
    tracks?: Track[];
  };
}

export interface Track {
  id?: string;
  color: string;
  radius_mm: number;
  points: [t: number, x: number, y: number][]; // t from the flick
}

/** Where a disc is on its way at a time, mm; before its first point there, after its last one there. */
export function placeAt(track: Track, t: number): Point {
  const p = track.points;
  const first = p[0];
  if (!first) return [0, 0];
  const i = p.findIndex((q) => q[0] > t);
  if (i === 0) return [first[1], first[2]];
  const before = i < 0 ? p.at(-1)! : p[i - 1]!;
  const after = i < 0 ? before : p[i]!;
  const k = after[0] > before[0] ? (t - before[0]) / (after[0] - before[0]) : 0;
  return [before[1] + k * (after[1] - before[1]), before[2] + k * (after[2] - before[2])];
}

/** Whether the clip of a record is still to come. */
export const beingMade = (r: ShotRecord): boolean => !r.clip && (r.no_clip ?? '').includes('being made');
