import { describe, expect, it } from 'vitest';
import { named, outcome, seats } from './outcome';
import type { Pairing, View } from './types';

const pair = (more: Partial<Pairing>): Pairing => ({ id: '1A-1-1', stage: 0, group: 0, round: 1, a: '1', b: '2', names: ['Zoë', 'Ann'], text: '', board_match: '', ...more });
const result = { points: [5, 3], twenties: [7, 4], score: [200, 150], winner: 'a' } as const;

describe('outcome', () => {
  it('tells a bye, a result, a forfeit and a draw', () => {
    expect(outcome(pair({ b: undefined }))).toEqual({ kind: 'bye', score: null, won: 0, twenties: null });
    expect(outcome(pair({ result: { ...result, points: [5, 3], twenties: [7, 4], score: [0, 0] } }))).toEqual({ kind: 'over', score: [5, 3], won: 0, twenties: [7, 4] });
    expect(outcome(pair({ forfeit: true, result: { points: [0, 8], twenties: [0, 0], score: [0, 0], winner: 'b' } }))).toMatchObject({ won: 1, twenties: null });
    expect(outcome(pair({ result: { points: [4, 4], twenties: [0, 0], score: [0, 0], winner: 'draw' } })).won).toBeNull();
  });
  it('tells how a match stands while it is played, and what is late', () => {
    const side = (total: number) => ({ side: 'A', name: '', total, games: 0, points: 0, twenties: 0, all_20s: 2, unplayed: 0 });
    const live = { phase: 'playing', sides: [side(2), side(4)] } as unknown as View;
    expect(outcome(pair({ live }))).toEqual({ kind: 'live', score: [2, 4], won: null, twenties: [2, 2] });
    expect(outcome(pair({ overdue: true })).kind).toBe('overdue');
    expect(outcome(pair({})).kind).toBe('open');
  });
});

describe('names', () => {
  it('list everybody once', () => {
    expect(seats([pair({ table: '7' }), pair({ b: undefined, names: ['Éva', ''] })], 'en').map((s) => `${s.name} ${s.table} ${s.against}`)).toEqual(['Ann 7 Zoë', 'Éva  ', 'Zoë 7 Ann']);
  });
  it('are found without accents', () => {
    expect(named('Zoë Grünwald', ' grun')).toBe(true);
    expect(named('Ann', 'x')).toBe(false);
  });
});
