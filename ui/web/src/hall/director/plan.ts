// What the director's forms and buttons mean: pure.

import type { Pairing, Result } from '../types';
import type { Entry, Order } from './events';

/** A cell of CSV. */
const cell = (s: string) => (/[",\n\r;\t]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s);

/** A typed list, one entrant a line, as an entry list: its lines keep their number plus one. */
export function typedList(text: string): string {
  const lines = text.split(/\r?\n/).map((l) => l.trim());
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return 'name\n' + lines.map((l) => (l === '' ? '' : cell(l))).join('\n') + '\n';
}

/** A list of tables such as 1-6, 9, stage; null where a range is none. */
export function tableList(text: string): string[] | null {
  const tables: string[] = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const range = /^(\d{1,5})[-–](\d{1,5})$/.exec(part);
    if (!range) {
      tables.push(part);
      continue;
    }
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (from > to || to - from > 999) return null;
    for (let n = from; n <= to; n++) tables.push(`${n}`);
  }
  return [...new Set(tables)];
}

/** What is typed into a match's sheet. Empty fields are nothing. */
export interface Sheet {
  points: [string, string];
  twenties: [string, string];
  score: [string, string];
  winner: '' | 'a' | 'b'; // asked where a knockout is level
  conceded: boolean;
}

export const emptySheet = (): Sheet => ({ points: ['', ''], twenties: ['', ''], score: ['', ''], winner: '', conceded: false });

export const sheetOf = (r: Result | undefined): Sheet =>
  r
    ? {
        points: [`${r.points[0]}`, `${r.points[1]}`],
        twenties: [`${r.twenties[0]}`, `${r.twenties[1]}`],
        score: [`${r.score[0]}`, `${r.score[1]}`],
        winner: r.winner === 'draw' || (r.points[0] > r.points[1] ? 'a' : r.points[0] < r.points[1] ? 'b' : '') === r.winner ? '' : r.winner,
        conceded: r.conceded ?? false,
      }
    : emptySheet();

const count = (s: string): number | null => (s.trim() === '' ? 0 : /^\d{1,5}$/.test(s.trim()) ? Number(s) : null);

/** Whether somebody has to say who won: level, and one must go on; or it was conceded by who leads. */
export const asksWinner = (s: Sheet, knockout: boolean): boolean => s.conceded || (knockout && s.points[0].trim() !== '' && count(s.points[0]) === count(s.points[1]));

/** The result that a sheet says; a word for what is missing where it says none. */
export function resultOf(s: Sheet, knockout: boolean): Result | 'points' | 'number' | 'winner' {
  if (s.points[0].trim() === '' || s.points[1].trim() === '') return 'points';
  const pair = (two: [string, string]) => two.map(count) as [number | null, number | null];
  const [points, twenties, score] = [pair(s.points), pair(s.twenties), pair(s.score)];
  if ([...points, ...twenties, ...score].some((n) => n === null)) return 'number';
  const p = points as [number, number];
  let winner: Result['winner'] = p[0] > p[1] ? 'a' : p[0] < p[1] ? 'b' : 'draw';
  if (asksWinner(s, knockout)) {
    if (s.winner === '') return 'winner';
    winner = s.winner;
  }
  return { points: p, twenties: twenties as [number, number], score: score as [number, number], winner, ...(s.conceded ? { conceded: true } : {}) };
}

/** What would take an entry of the log back; null where nothing does, or something later stands on it. */
export function undoOf(log: readonly Entry[], entry: Entry, pairings: readonly Pairing[]): { orders: Order[]; reason: boolean } | null {
  const i = log.findIndex((e) => e.seq === entry.seq);
  const later = log.slice(i + 1);
  const before = log.slice(0, i);
  const plain = (...orders: Order[]) => ({ orders, reason: false });
  const none = (kinds: string[]) => !later.some((e) => kinds.includes(e.kind));
  switch (entry.kind) {
    case 'setup': {
      const was = before.findLast((e) => e.kind === 'setup' || e.kind === 'open')?.setup;
      return was && none(['setup', 'begin']) ? plain({ kind: 'setup', setup: was }) : null;
    }
    case 'amend': {
      const ids = entry.entrants?.map((x) => x.id) ?? [];
      const was = ids.map((id) => before.flatMap((e) => (e.kind === 'enter' || e.kind === 'amend' ? (e.entrants ?? []) : [])).findLast((x) => x.id === id));
      if (was.some((x) => !x) || later.some((e) => e.kind === 'amend' && e.entrants?.some((x) => ids.includes(x.id)))) return null;
      return plain({ kind: 'amend', entrants: was.map((x) => x!) });
    }
    case 'withdraw': {
      if (later.some((e) => (e.kind === 'return' || e.kind === 'withdraw') && e.who === entry.who)) return null;
      // Those that were forfeited by leaving are to be played again.
      const own = (p: Pairing) => p.forfeit && (p.a === entry.who || p.b === entry.who) && !log.some((e) => e.kind === 'forfeit' && e.match === p.id);
      return { orders: [{ kind: 'return', who: entry.who }, ...pairings.filter(own).map((p): Order => ({ kind: 'correction', match: p.id }))], reason: true };
    }
    case 'return':
      return later.some((e) => e.kind === 'withdraw' && e.who === entry.who) ? null : plain({ kind: 'withdraw', who: entry.who });
    case 'tables': {
      const was = before.findLast((e) => e.kind === 'tables' || e.kind === 'open');
      return none(['tables']) ? plain({ kind: 'tables', tables: was?.tables ?? was?.setup?.tables ?? [] }) : null;
    }
    case 'begin':
      return none(['begin', 'round', 'void', 'enter']) ? plain({ kind: 'void' }) : null;
    case 'round':
      return none(['begin', 'round', 'void', 'result']) ? plain({ kind: 'void' }) : null;
    case 'move': {
      const p = pairings.find((x) => x.id === entry.match);
      if (!p || p.result || later.some((e) => e.kind === 'move' && e.match === entry.match)) return null;
      const was = p.was?.at(-1);
      return was ? plain({ kind: 'move', match: entry.match, table: was }) : null;
    }
    case 'feature':
      return none(['feature']) ? plain({ kind: 'feature', table: before.findLast((e) => e.kind === 'feature')?.table ?? '' }) : null;
    case 'result':
    case 'forfeit':
    case 'correction': {
      const about = (e: Entry) => ['result', 'forfeit', 'correction'].includes(e.kind) && e.match === entry.match;
      if (later.some(about) || !pairings.some((p) => p.id === entry.match)) return null;
      const was = before.findLast(about);
      if (entry.kind !== 'correction') return { orders: [{ kind: 'correction', match: entry.match }], reason: true };
      if (was?.kind === 'forfeit' || !was?.result) return null;
      return { orders: [entry.result ? { kind: 'correction', match: entry.match, result: was.result } : { kind: 'result', match: entry.match, result: was.result }], reason: !!entry.result };
    }
    default:
      return null;
  }
}

/** How many rounds and stages were drawn since a match's own: what a correction may put in question. */
export function drawnSince(pairings: readonly Pairing[], p: Pairing): { rounds: number; stages: number } {
  const rounds = new Set(pairings.filter((x) => x.stage === p.stage && x.round > p.round).map((x) => x.round));
  const stages = new Set(pairings.filter((x) => x.stage > p.stage).map((x) => x.stage));
  return { rounds: rounds.size, stages: stages.size };
}
