// The format of a tournament as a form holds it, and back: pure.

import type { Award, Criterion, Setup, Stage, System } from '../types';
import { tableList } from './plan';

export const criteria: Criterion[] = ['points', 'wins', 'twenties', 'difference', 'head_to_head', 'buchholz', 'buchholz_cut1', 'sonneborn', 'progress'];
export const systems: System[] = ['round_robin', 'swiss', 'random', 'knockout'];

export interface StageDraft {
  name: string;
  system: System;
  groups: string;
  rounds: string;
  take: string;
  deal: string;
  overall: boolean;
  games: string;
  third: boolean;
  minutes: string;
  order: Criterion[] | null; // null: the tournament's
}

export interface Draft {
  name: string;
  form: '2' | '4';
  rules: string;
  sets: string[];
  count: 'rounds' | 'matches';
  order: Criterion[];
  bye: { points: string; twenties: number };
  forfeit: { points: string; twenties: number };
  stages: StageDraft[];
  tables: string;
}

const text = (n: number | undefined, none = ''): string => (n ? `${n}` : none);
const number = (s: string): number => (/^\d{1,4}$/.test(s.trim()) ? Number(s) : 0);
const same = (a: readonly string[] | undefined, b: readonly string[]): boolean => !!a && a.length === b.length && a.every((x, i) => x === b[i]);

export const stageDraft = (st: Stage, order: readonly Criterion[]): StageDraft => ({
  name: st.name,
  system: st.system,
  groups: text(st.groups, '1'),
  rounds: text(st.rounds, st.system === 'knockout' ? '' : '1'),
  take: text(st.take),
  deal: st.deal || 'snake',
  overall: st.overall ?? false,
  games: text(st.games, '1'),
  third: st.third ?? false,
  minutes: text(st.minutes),
  order: st.order && !same(st.order, order) ? [...st.order] : null,
});

export const draftOf = (s: Setup): Draft => ({
  name: s.name,
  form: s.form,
  rules: s.rules,
  sets: [...(s.sets ?? [])],
  count: s.count,
  order: [...s.order],
  bye: { points: `${s.bye?.points ?? 0}`, twenties: s.bye?.twenties ?? 0 },
  forfeit: { points: `${s.forfeit?.points ?? 0}`, twenties: s.forfeit?.twenties ?? 0 },
  stages: s.stages.map((st) => stageDraft(st, s.order)),
  tables: (s.tables ?? []).join(', '),
});

const award = (a: { points: string; twenties: number }): Award => ({ points: number(a.points), twenties: a.twenties });

/** The setup that a draft says. What a stage's system has no use for is left out. */
export function setupOf(id: string, d: Draft): Setup {
  return {
    id,
    name: d.name.trim(),
    form: d.form,
    rules: d.rules,
    ...(d.sets.length > 0 ? { sets: d.sets } : {}),
    count: d.count,
    order: d.order,
    bye: award(d.bye),
    forfeit: award(d.forfeit),
    stages: d.stages.map((st, i) => stageOf(st, i, d.order)),
    tables: tableList(d.tables) ?? [],
  };
}

function stageOf(st: StageDraft, i: number, order: Criterion[]): Stage {
  const pools = st.system !== 'knockout';
  const own = i > 0 && st.deal === 'own';
  return {
    name: st.name.trim(),
    system: st.system,
    ...(own ? {} : { groups: Math.max(number(st.groups), 1) }),
    ...(pools ? { rounds: Math.max(number(st.rounds), st.system === 'round_robin' ? 1 : 0) } : {}),
    ...(i > 0 && number(st.take) > 0 ? { take: number(st.take) } : {}),
    deal: i === 0 && st.deal === 'own' ? 'snake' : st.deal,
    ...(i > 0 && st.overall && !own ? { overall: true } : {}),
    ...(number(st.games) > 1 ? { games: number(st.games) } : {}),
    ...(st.system === 'knockout' && st.third ? { third: true } : {}),
    ...(number(st.minutes) > 0 ? { minutes: number(st.minutes) } : {}),
    order: st.order ?? order,
  };
}
