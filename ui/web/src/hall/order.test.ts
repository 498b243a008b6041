import { expect, test } from 'vitest';
import { after, byTable } from './order';
import type { TableLine } from './types';

const line = (table: string, skew = 0): TableLine => ({ table, clock_skew_s: skew });

test('tables stand by number, those with names after them', () => {
  expect(['10', 'stage', '2', 'balcony', '1'].sort(byTable)).toEqual(['1', '2', '10', 'balcony', 'stage']);
});

test('lines that came take the place of the older ones; the others stay the same objects', () => {
  const before = [line('1'), line('2')];
  const now = after(before, new Map([['2', line('2', 5)], ['10', line('10')]]));
  expect(now.map((t) => t.table)).toEqual(['1', '2', '10']);
  expect(now[0]).toBe(before[0]);
  expect(now[1]!.clock_skew_s).toBe(5);
});
