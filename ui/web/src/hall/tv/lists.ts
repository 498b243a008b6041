// The tournament's lists as columns on a screen: pure.

import type { Column } from './Lists.svelte';
import { pieces } from './plan';
import type { EventInfo, Pairing } from '../types';
import type en from '../../words/en/halltv';

type Words = typeof en;

/** A group's standings, as much of them as a TV shows. */
export interface Standing {
  stage: string;
  group: string;
  stage_n: number;
  groups: number;
  rows: { place: number; entrant: string; name: string; played: number; points: number; twenties: number; difference: number; withdrawn?: boolean }[];
}

/** Rows of a column, columns of a screen. */
export const size = { rows: 14, columns: 2 };

/** Columns, as screens. */
export const screens = (columns: Column[]): Column[][] => pieces(columns, size.columns);

/** The standings of the newest stage. */
export function standingsColumns(all: readonly Standing[], carrom = false): Column[] {
  const newest = Math.max(...all.map((g) => g.stage_n));
  return all
    .filter((g) => g.stage_n === newest)
    .flatMap((g) =>
      pieces(g.rows, size.rows).map((rows) => ({
        heading: g.groups > 1 ? `${g.stage} ${g.group}` : g.stage,
        rows: rows.map((r) => ({
          key: r.entrant,
          cells: [`${r.place}`, r.name, `${r.played}`, `${r.points}`, ...(carrom ? [] : [`${r.twenties}`]), r.difference > 0 ? `+${r.difference}` : `${r.difference}`.replace('-', '\u2212')],
          strong: r.place === 1 && r.played > 0,
          quiet: !!r.withdrawn,
        })),
      })),
    );
}

/** What a pairing has come to, short. */
export function standOfPairing(p: Pairing, words: Words): string {
  if (!p.b) return words.bye;
  if (p.forfeit) return words.forfeit;
  if (p.result) return p.result.points.join('\u2013');
  const s = p.live?.sides;
  return s?.length === 2 ? `${s[0]!.total}\u2013${s[1]!.total} \u00b7 ${words.live}` : '';
}

/** The newest round's pairings, in the order of the tables. */
export function pairingsColumns(all: readonly Pairing[], info: EventInfo | null, words: Words): Column[] {
  const stage = Math.max(...all.map((p) => p.stage));
  const round = Math.max(...all.filter((p) => p.stage === stage).map((p) => p.round));
  const newest = all.filter((p) => p.stage === stage && p.round === round);
  const name = info?.stages[stage]?.name ?? '';
  return pieces(newest, size.rows).map((rows) => ({
    heading: words.round(name, round),
    rows: rows.map((p) => ({ key: p.id, cells: [p.table ?? '', p.names[0], p.b ? p.names[1] : '', standOfPairing(p, words)], quiet: !!p.result || !p.b })),
  }));
}

/** A knockout as the hub tells it (/api/v1/brackets), as much of it as a TV shows. */
export interface Bracket {
  stage: string;
  group: string;
  stage_n: number;
  groups: number;
  winner?: string;
  columns: { sides: { entrant?: string; nobody?: boolean }[]; match?: string; winner?: string; bye?: boolean }[][];
}

/** The columns that fit: at most eight matches high. */
export const lateColumns = (b: Bracket): Bracket['columns'] => b.columns.filter((c) => c.length <= 8);

/** What a column of so many matches is called. */
export const columnName = (matches: number, words: Words): string => (matches === 1 ? words.final : matches === 2 ? words.semi : matches === 4 ? words.quarter : words.last(2 * matches));
