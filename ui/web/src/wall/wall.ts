// The boards of the wall: ui/wall.go.

import type { CarromMatch, Geometry, Phase } from '../snapshot';

export interface WallDisc {
  x: number;
  y: number;
  r: number;
  color?: string;
}

export interface WallSide {
  team: string;
  name: string;
  color: string;
  total: number;
  points: number;
  twenties: number;
  left: number;
  games: number;
  won: boolean;
}

export interface WallBoard {
  name: string;
  phase: Phase;
  text: string;
  ok: boolean;
  game: string;
  geometry: Geometry | null;
  discs: WallDisc[];
  due: WallDisc[];
  match: { id: string; ruleset: string; event?: string; table?: string; round: number; over: boolean; games: number; hammer: string; next: string; sides: WallSide[]; carrom?: CarromMatch } | null;
}

export interface WallEvent {
  boards: string[];
  changed: WallBoard[];
}

/** The boards after an event, in the server's order; those that did not change are the same objects. */
export function after(boards: readonly WallBoard[], e: WallEvent): WallBoard[] {
  return e.boards.flatMap((name) => e.changed.find((b) => b.name === name) ?? boards.find((b) => b.name === name) ?? []);
}

/** Columns and rows for n boards on a screen that is wider than high. */
export function grid(n: number): { columns: number; rows: number } {
  const columns = n <= 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4;
  return { columns, rows: Math.max(1, Math.ceil(n / columns)) };
}
