// Where a table stands, as people in the hall would say it: pure.

import type { EventInfo, Pairing, TableLine, View } from './types';

export type StandKind =
  | 'free' // nothing is to be played there
  | 'waiting' // its match has not begun
  | 'playing'
  | 'counting' // all discs are played, the round is not written
  | 'over'; // its match has ended

export interface Stand {
  kind: StandKind;
  view: View | null; // of the match that is shown: the one to be played, else the last one
  match: Pairing | null; // to be played there
  names: string[]; // of the sides, also before the match begins
  gone: string; // since when nothing was heard of its board; '' while it is heard
  behind: number; // events that its board has still to send
  review: number; // questions that a person must answer
  late: number; // ms beyond its time; 0: not late
  clock: string; // what is wrong with its clock
}

/** Where a table stands at a time, ms since 1970 by the hub's clock. */
export function standOf(t: TableLine, now: number): Stand {
  const match = t.match ?? null;
  const view = t.view && (!match || t.view.match === match.board_match) ? t.view : null;
  let kind: StandKind = 'free';
  if (view) kind = view.phase === 'over' ? 'over' : view.phase === 'frozen' ? 'counting' : 'playing';
  else if (match) kind = 'waiting';
  const active = kind === 'playing' || kind === 'counting';
  const deadline = match?.deadline && kind !== 'over' ? Date.parse(match.deadline) : NaN;
  return {
    kind,
    view,
    match,
    names: view ? view.sides.map((s) => s.name) : match ? match.names.filter((n) => n !== '') : [],
    gone: t.line?.gone ? (t.line.since ?? t.last ?? '') : '',
    behind: t.line && !t.line.gone ? (t.line.waiting ?? 0) : 0,
    review: active ? (view?.reviews ?? 0) : 0,
    late: deadline < now ? now - deadline : 0,
    clock: t.clock ?? '',
  };
}

/** What the wall is narrowed down to. */
export interface Filter {
  playing: boolean; // only tables where a match is under way
  pool: string; // "stage.group", "" for all
}

export const poolOf = (m: Pairing | null | undefined): string => (m ? `${m.stage}.${m.group}` : '');

/** Whether a table is shown under a filter. */
export const passes = (s: Stand, f: Filter): boolean => (!f.playing || s.kind === 'playing' || s.kind === 'counting') && (!f.pool || poolOf(s.match) === f.pool);

/** The pools that can be chosen: of the stages that are being played, with more than one group. */
export function pools(info: EventInfo | null): { id: string; name: string }[] {
  return (info?.stages ?? []).flatMap((st, i) => (st.state === 'playing' && (st.group_names?.length ?? 0) > 1 ? st.group_names!.map((g, k) => ({ id: `${i}.${k}`, name: `${st.name} ${g}` })) : []));
}

/** A filter as the address has it: ?show=playing&pool=0.1 */
export const readFilter = (search: string): Filter => {
  const q = new URLSearchParams(search);
  return { playing: q.get('show') === 'playing', pool: /^\d+\.\d+$/.test(q.get('pool') ?? '') ? q.get('pool')! : '' };
};

export function writeFilter(f: Filter, search: string): string {
  const q = new URLSearchParams(search);
  if (f.playing) q.set('show', 'playing');
  else q.delete('show');
  if (f.pool) q.set('pool', f.pool);
  else q.delete('pool');
  const text = q.toString();
  return text ? `?${text}` : '';
}

/** The least size of a table on the wall, css pixels, at which it is still readable. */
export const leastCell = { width: 176, height: 148 };

/**
 * How many columns and rows show n tables in a place of css pixels: as large
 * as they can be, all of them at once where that is readable; rows is 0 where
 * the page must be scrolled.
 */
export function wallGrid(n: number, width: number, height: number): { columns: number; rows: number } {
  const most = Math.max(1, Math.floor(width / leastCell.width));
  let best = { columns: Math.min(most, Math.max(1, n)), rows: 0 };
  let size = 0;
  for (let columns = 1; columns <= Math.min(most, Math.max(1, n)); columns++) {
    const rows = Math.max(1, Math.ceil(n / columns));
    const [w, h] = [width / columns, height / rows];
    if (h < leastCell.height) continue;
    // A table is a board with figures beside it, or below it.
    const fits = Math.max(Math.min(w / 1.9, h), Math.min(w, h / 1.75));
    if (fits > size) [size, best] = [fits, { columns, rows }];
  }
  return best;
}
