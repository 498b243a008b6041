// What the overlay shows of a state: pure, so that it is proven without a
// browser.

import { contrast, luminance } from '../colour';
import type { Match, MatchSide, Shot, Snapshot } from '../snapshot';
import type { Options } from './params';

export interface Dots {
  color: string;
  left: number; // still to be played, or in carrom to be pocketed
  of: number;
}

export interface Person {
  name: string;
  next: boolean;
  hammer: boolean;
  first: boolean;
  dots: Dots | null;
}

/** One side's row. */
export interface Row {
  team: string;
  name: string;
  people: Person[]; // of a pair; of a single player only that one
  color: string;
  dots: Dots | null; // of the side, where its people have none of their own
  twenties: number;
  round: number;
  points: number;
  games: number;
  next: boolean;
  hammer: boolean;
  first: boolean;
  queen: '' | 'pending' | 'covered';
  won: boolean;
}

const fallback: Record<string, string> = { A: '#2b2b2b', B: '#e8dcc0', C: '#2f7d4f' };
const piece: Record<string, string> = { white: '#e6d3a8', black: '#2b2724' };
const pieces = 9;

/** The names that the address gives the sides: "Anna|Ben". */
const givenNames = (names: string): string[] => (names === '' ? [] : names.split('|').map((n) => n.trim()));

/** The sides' rows, in the match's order. */
export function rows(v: Snapshot | null, options: Pick<Options, 'names'>): Row[] {
  const m = v?.match;
  if (!v || !m) return [];
  const given = givenNames(options.names);
  return m.sides.map((s, i) => row(v, m, s, given[i] ?? ''));
}

function row(v: Snapshot, m: Match, s: MatchSide, given: string): Row {
  const carrom = m.carrom;
  const color = carrom ? (piece[carrom.colours[s.team] ?? ''] ?? '#888888') : s.color || v.score.find((x) => x.team === s.team)?.color || fallback[s.team] || '#888888';
  const seated = s.players ?? [];
  const dealt = s.dealt || Math.max(8, s.unplayed);
  const each = seated.length > 0 ? Math.max(1, Math.round(dealt / seated.length)) : dealt;
  const pair = seated.length > 1 && !given && s.name !== '' && seated.every((p) => p.name !== '');
  const people = seated.map((p): Person => ({
    name: seated.length === 1 && given ? given : p.name,
    next: m.next?.seat === p.seat && m.next.team === s.team,
    hammer: m.hammer?.seat === p.seat && m.hammer.team === s.team,
    first: m.starter?.seat === p.seat && m.starter.team === s.team,
    dots: carrom ? null : { color, left: p.left, of: Math.max(each, p.left) },
  }));
  return {
    team: s.team,
    name: given || s.name || s.team,
    people: pair ? people : [],
    color,
    dots: carrom ? { color, left: carrom.left[s.team] ?? pieces, of: pieces } : { color, left: s.unplayed, of: Math.max(dealt, s.unplayed) },
    twenties: s.twenties,
    round: s.points,
    points: s.total,
    games: s.games ?? 0,
    next: m.next?.team === s.team,
    hammer: m.hammer?.team === s.team,
    first: m.starter?.team === s.team,
    queen: carrom && carrom.queen !== 'board' && carrom.queen_of === s.team ? carrom.queen : '',
    won: m.phase === 'over' && m.sides.every((x) => x.team === s.team || score(x) < score(s)),
  };
}

const score = (s: MatchSide): number => (s.games ?? 0) * 10_000 + s.total;

/** Whether the games won are shown. */
export const showGames = (m: Match | null | undefined, games: Options['games']): boolean => games === 'on' || (games === 'auto' && (m?.games ?? 1) > 1);

/** The last shot of the match, as far as the state tells it. */
export const lastShot = (v: Snapshot | null): Shot | null => v?.match?.shots.at(-1) ?? null;

/** What names a verdict: another one is another toast. */
export const verdictKey = (v: Snapshot | null): string => {
  const s = lastShot(v);
  return s ? `${v?.match?.id}/${s.seq}/${s.verdict}/${s.reason}` : '';
};

/** Whether the last shot still waits for a person's answer. */
export const underReview = (v: Snapshot | null): boolean => {
  const s = lastShot(v);
  return !!s && s.verdict === 'review' && !!v?.match?.reviews.some((r) => r.of === s.seq);
};

/** How many twenties a shot made. */
export const twentiesOf = (s: Shot): number => Object.values(s.twenties ?? {}).reduce((a, b) => a + b, 0);

const perSecond = { ms: 1, kmh: 3.6, mph: 2.236936 } as const;

/** A speed in m/s in other units. */
export const inUnits = (mps: number, units: Options['units']): number => mps * perSecond[units];

/** Share in per cent, rounded; null of nothing. */
export const percent = (s: { n: number; of: number } | undefined): number | null => (s && s.of > 0 ? Math.round((100 * s.n) / s.of) : null);

/** The colour that makes an edge of a thing of one colour on another: light, dark or none. */
export function edgeOn(color: string, paper: string): string {
  if (contrast(luminance(color), luminance(paper)) >= 2.2) return 'transparent';
  return luminance(paper) < 0.2 ? '#ffffff8c' : '#0000008c';
}

/** The size of type, at most `full`, at which a text is no wider than `room`. */
export function fit(full: number, least: number, room: number, width: (size: number) => number): number {
  const w = width(full);
  return w <= room ? full : Math.max(least, Math.floor(((full * room) / w) * 10) / 10);
}
