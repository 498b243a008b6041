import { describe, expect, it } from 'vitest';
import type { Pairing } from '../types';
import type { Entry } from './events';
import { asksWinner, drawnSince, emptySheet, resultOf, sheetOf, tableList, typedList, undoOf } from './plan';

const sheet = (a: string, b: string, more = {}) => ({ ...emptySheet(), points: [a, b] as [string, string], ...more });

describe('a match’s sheet', () => {
  it('is a result, with its winner by the points', () => {
    expect(resultOf(sheet('6', '2', { twenties: ['7', ''] }), false)).toEqual({ points: [6, 2], twenties: [7, 0], score: [0, 0], winner: 'a' });
    expect(resultOf(sheet('4', '4'), false)).toMatchObject({ winner: 'draw' });
  });
  it('asks who goes on where a knockout is level, and who was given the match', () => {
    expect(resultOf(sheet('4', '4'), true)).toBe('winner');
    expect(resultOf(sheet('4', '4', { winner: 'b' }), true)).toMatchObject({ winner: 'b', points: [4, 4] });
    expect(asksWinner(sheet('', ''), true)).toBe(false);
    expect(resultOf(sheet('2', '0', { conceded: true, winner: 'b' }), false)).toMatchObject({ winner: 'b', conceded: true });
  });
  it('says what is missing', () => {
    expect(resultOf(emptySheet(), false)).toBe('points');
    expect(resultOf(sheet('6', 'two'), false)).toBe('number');
    expect(resultOf(sheet('6', '-2'), false)).toBe('number');
  });
  it('comes back from a result as it was typed', () => {
    for (const s of [sheet('6', '2'), sheet('4', '4', { winner: 'a' }), sheet('4', '4')]) {
      const knockout = s.winner !== '';
      const r = resultOf(s, knockout);
      if (typeof r === 'string') throw new Error(r);
      expect(resultOf(sheetOf(r), knockout)).toEqual(r);
    }
  });
});

describe('typed lists', () => {
  it('become entry lists whose lines keep their numbers', () => {
    expect(typedList('Ann\n\nSmith, John\nCy / Di\n\n')).toBe('name\nAnn\n\n"Smith, John"\nCy / Di\n');
  });
  it('of tables know ranges', () => {
    expect(tableList('1-3, 9 stage 2')).toEqual(['1', '2', '3', '9', 'stage']);
    expect(tableList('9-1')).toBeNull();
    expect(tableList('1-99999')).toBeNull();
  });
});

describe('taking back', () => {
  const at = '2026-11-21T10:00:00Z';
  let seq = 0;
  const entry = (e: Partial<Entry>): Entry => ({ seq: ++seq, id: `e${seq}`, at, kind: 'note', ...e });
  const pair = (more: Partial<Pairing>): Pairing => ({ id: '1A-1-1', stage: 0, group: 0, round: 1, a: '1', b: '2', names: ['', ''], text: '', board_match: '', ...more });
  const r = (a: number, b: number) => ({ points: [a, b] as [number, number], twenties: [0, 0] as [number, number], score: [0, 0] as [number, number], winner: a > b ? ('a' as const) : ('b' as const) });

  it('of a result sends the match back, of a correction brings the former result', () => {
    const first = entry({ kind: 'result', match: '1A-1-1', result: r(6, 2) });
    const second = entry({ kind: 'correction', match: '1A-1-1', result: r(2, 6), note: 'swapped' });
    const again = entry({ kind: 'correction', match: '1A-1-1', note: 'replay' });
    expect(undoOf([first], first, [pair({})])).toEqual({ orders: [{ kind: 'correction', match: '1A-1-1' }], reason: true });
    expect(undoOf([first, second], first, [pair({})])).toBeNull();
    expect(undoOf([first, second], second, [pair({})])?.orders).toEqual([{ kind: 'correction', match: '1A-1-1', result: r(6, 2) }]);
    expect(undoOf([first, again], again, [pair({})])).toEqual({ orders: [{ kind: 'result', match: '1A-1-1', result: r(6, 2) }], reason: false });
    expect(undoOf([first], first, [])).toBeNull();
  });
  it('of a withdrawal brings back those matches that it had forfeited', () => {
    const left = entry({ kind: 'withdraw', who: '1' });
    const own = entry({ kind: 'forfeit', match: '1A-2-1', who: '1' });
    const list = [pair({ forfeit: true }), pair({ id: '1A-2-1', forfeit: true }), pair({ id: '1A-3-1', a: '3', b: '4', forfeit: true })];
    expect(undoOf([own, left], left, list)?.orders).toEqual([{ kind: 'return', who: '1' }, { kind: 'correction', match: '1A-1-1' }]);
    expect(undoOf([left, entry({ kind: 'return', who: '1' })], left, list)).toBeNull();
  });
  it('of a round only while nothing came of it', () => {
    const round = entry({ kind: 'round' });
    expect(undoOf([round], round, [])?.orders).toEqual([{ kind: 'void' }]);
    expect(undoOf([round, entry({ kind: 'result', match: '1A-1-1', result: r(1, 0) })], round, [])).toBeNull();
  });
  it('of tables, names and what is on air brings what was before', () => {
    const open = entry({ kind: 'open', setup: { tables: ['1'] } as never });
    const tables = entry({ kind: 'tables', tables: ['1', '2'] });
    const enter = entry({ kind: 'enter', entrants: [{ id: '1', players: [{ name: 'An' }] }] });
    const amend = entry({ kind: 'amend', entrants: [{ id: '1', players: [{ name: 'Ann' }] }] });
    const air = entry({ kind: 'feature', table: '1' });
    const log = [open, tables, enter, amend, air];
    expect(undoOf(log, tables, [])?.orders).toEqual([{ kind: 'tables', tables: ['1'] }]);
    expect(undoOf(log, amend, [])?.orders[0]?.entrants?.[0]?.players[0]?.name).toBe('An');
    expect(undoOf(log, air, [])?.orders).toEqual([{ kind: 'feature', table: '' }]);
    expect(undoOf(log, enter, [])).toBeNull();
    expect(undoOf(log, open, [])).toBeNull();
  });
  it('counts what was drawn since', () => {
    const list = [pair({}), pair({ round: 2 }), pair({ round: 3 }), pair({ stage: 1 })];
    expect(drawnSince(list, list[0]!)).toEqual({ rounds: 2, stages: 1 });
    expect(drawnSince(list, list[2]!)).toEqual({ rounds: 0, stages: 1 });
  });
});
