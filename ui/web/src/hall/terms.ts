import { language, words } from '../words';
import type en from '../words/en/hallterms';
import type { Criterion, EventInfo, Pairing, Row } from './types';

/** The words of a tournament. */
export const terms = await words<typeof en>('hallterms');

const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** The time of day. */
export const timeOf = (at: string | number): string => clock.format(new Date(at));

/** Day and time. */
export const momentOf = (at: string | number): string => moment.format(new Date(at));

/** What a group is called beside its stage; nothing where it is alone. */
export const groupOf = (info: EventInfo, stage: number, group: number): string => {
  const names = info.stages[stage]?.group_names ?? [];
  return names.length > 1 ? (names[group] ?? '') : '';
};

/** What a round is called: "Round 3", in a bracket "Semi-finals". */
export function roundName(info: EventInfo, stage: number, round: number): string {
  const size = info.stages[stage]?.bracket ?? 0;
  const matches = size / 2 ** round;
  return matches >= 1 ? terms.roundOf(matches) : terms.round(round);
}

/** "Power pool A, round 3" in the page's language. */
export function whereOf(info: EventInfo, p: Pairing): string {
  const group = groupOf(info, p.stage, p.group);
  const stage = (info.stages[p.stage]?.name ?? '') + (group ? ` ${group}` : '');
  return `${stage}, ${p.for ? terms.third : roundName(info, p.stage, p.round)}`;
}

/** The page of a player. */
export const playerPage = (id: string): string => `/player/${encodeURIComponent(id)}`;

/** The stage that a page shows first: the newest that has begun; -1 where none has. */
export const newestStage = (info: EventInfo): number => info.stages.findLastIndex((s) => s.state !== 'to_come');

/** What a figure of the standings says: Sonneborn-Berger is kept twice, to stay whole. */
export function figure(criterion: string, v: unknown): string {
  if (typeof v !== 'number') return '';
  if (criterion === 'sonneborn') return v % 2 === 0 ? `${v / 2}` : new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(v / 2);
  if (criterion === 'difference') return v > 0 ? `+${v}` : `${v}`.replace('-', '−');
  return `${v}`;
}

/** What a row has by a criterion. */
export const fieldOf = (r: Row, c: Criterion): number | undefined => (c === 'wins' ? r.won : r[c]);
