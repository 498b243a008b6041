import { expect, test } from 'vitest';
import en from '../../words/en/halltv';
import { columnName, lateColumns, pairingsColumns, screens, standingsColumns, type Bracket, type Standing } from './lists';
import type { Pairing } from '../types';

const row = (place: number) => ({ place, entrant: `${place}`, name: `P${place}`, played: 3, points: 20 - place, twenties: place, difference: -place });
const group = (name: string, n: number, stage = 0): Standing => ({ stage: 'Pool', group: name, stage_n: stage, groups: 2, rows: Array.from({ length: n }, (_, i) => row(i + 1)) });

test('the newest stage stands in columns, two a screen', () => {
  const columns = standingsColumns([group('A', 30), group('A', 20, 1), group('B', 3, 1)]);
  expect(columns.map((c) => [c.heading, c.rows.length])).toEqual([['Pool A', 10], ['Pool A', 10], ['Pool B', 3]]);
  expect(columns[0]!.rows[0]).toMatchObject({ cells: ['1', 'P1', '3', '19', '1', '\u22121'], strong: true });
  expect(screens(columns).map((s) => s.length)).toEqual([2, 1]);
});

test('the newest round is listed with what it has come to', () => {
  const p = (id: string, round: number, more: Partial<Pairing> = {}): Pairing => ({ id, stage: 0, group: 0, round, a: '1', b: '2', table: '4', text: '', names: ['Ann', 'Bob'], board_match: id, ...more });
  const columns = pairingsColumns([p('a', 1), p('b', 2, { result: { points: [6, 2], twenties: [0, 0], score: [0, 0], winner: 'a' } }), p('c', 2, { b: undefined, names: ['Cas', ''] }), p('d', 2)], null, en);
  expect(columns).toHaveLength(1);
  expect(columns[0]!.rows.map((r) => r.cells)).toEqual([['4', 'Ann', 'Bob', '6\u20132'], ['4', 'Cas', '', 'bye'], ['4', 'Ann', 'Bob', '']]);
});

test('of a large bracket the last rounds are shown', () => {
  const b = { columns: [16, 8, 4, 2, 1].map((n) => Array.from({ length: n }, () => ({ sides: [] }))) } as unknown as Bracket;
  expect(lateColumns(b).map((c) => columnName(c.length, en))).toEqual(['Last 16', 'Quarter-finals', 'Semi-finals', 'Final']);
});
