// What a pairing has come to, for every page that lists one: pure.

import type { Pairing } from './types';

export type Kind = 'bye' | 'over' | 'live' | 'overdue' | 'open';

export interface Outcome {
  kind: Kind;
  score: [number, number] | null; // the result, or how it stands while it is played
  won: 0 | 1 | null; // which side
  twenties: [number, number] | null;
}

/** What a pairing has come to. */
export function outcome(p: Pairing): Outcome {
  const none = { score: null, won: null, twenties: null };
  if (!p.b) return { ...none, kind: 'bye', won: 0 };
  if (p.result) {
    const won = p.result.winner === 'a' ? 0 : p.result.winner === 'b' ? 1 : null;
    return { kind: 'over', score: p.result.points, won, twenties: p.forfeit ? null : p.result.twenties };
  }
  const sides = p.live?.sides;
  if (p.live && p.live.phase !== 'over' && sides?.length === 2) {
    return { ...none, kind: 'live', score: [sides[0]!.total, sides[1]!.total], twenties: [sides[0]!.all_20s, sides[1]!.all_20s] };
  }
  return { ...none, kind: p.overdue ? 'overdue' : 'open' };
}

/** One line of pairings by name. */
export interface Seat {
  id: string;
  name: string;
  table: string;
  against: string; // empty: a bye
  p: Pairing;
}

/** Everybody of some pairings by name, as a notice board lists them. */
export function seats(list: readonly Pairing[], language: string): Seat[] {
  const all: Seat[] = [];
  for (const p of list) {
    all.push({ id: p.a, name: p.names[0], table: p.table ?? '', against: p.names[1], p });
    if (p.b) all.push({ id: p.b, name: p.names[1], table: p.table ?? '', against: p.names[0], p });
  }
  return all.sort((x, y) => x.name.localeCompare(y.name, language));
}

/** Whether what people type is part of a name: accents and case do not count. */
export function named(name: string, typed: string): boolean {
  const plain = (s: string) =>
    s
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase();
  return plain(name).includes(plain(typed.trim()));
}
