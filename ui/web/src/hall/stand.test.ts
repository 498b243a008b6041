import { expect, test } from 'vitest';
import { passes, readFilter, standOf, wallGrid, writeFilter } from './stand';
import type { Pairing, TableLine, View } from './types';

const match: Pairing = { id: '1A-1-1', stage: 0, group: 1, round: 1, a: '1', b: '2', table: '7', text: 'Pool B, round 1', names: ['Ann', 'Bob'], board_match: 'cup-1A-1-1', deadline: '2026-11-21T10:00:00Z' };
const view = (phase: View['phase'], id = match.board_match): View => ({ match: id, table: '7', phase, game: 1, round: 2, surface: 's', sides: [], discs: [], events: 9, updated: '', reviews: 1 });
const line = (more: Partial<TableLine>): TableLine => ({ table: '7', clock_skew_s: 0, ...more });
const at = (clock: string) => Date.parse(`2026-11-21T${clock}Z`);

test('a table is free, waits, plays, counts and is over', () => {
  const now = at('09:00:00');
  expect(standOf(line({}), now).kind).toBe('free');
  expect(standOf(line({ match }), now)).toMatchObject({ kind: 'waiting', names: ['Ann', 'Bob'], review: 0 });
  expect(standOf(line({ match, view: view('over', 'cup-1A-0-1') }), now)).toMatchObject({ kind: 'waiting', view: null });
  expect(standOf(line({ match, view: view('playing') }), now)).toMatchObject({ kind: 'playing', review: 1 });
  expect(standOf(line({ match, view: view('frozen') }), now).kind).toBe('counting');
  expect(standOf(line({ view: view('over') }), now)).toMatchObject({ kind: 'over', review: 0 });
});

test('a table is late beyond its time, but not when it is over', () => {
  expect(standOf(line({ match, view: view('playing') }), at('09:59:59')).late).toBe(0);
  expect(standOf(line({ match, view: view('playing') }), at('10:01:00')).late).toBe(60_000);
  expect(standOf(line({ match, view: view('over') }), at('10:01:00')).late).toBe(0);
});

test('a line that is gone says since when, one that is there what still comes', () => {
  expect(standOf(line({ line: { gone: true, since: 'then', waiting: 3 } }), 0)).toMatchObject({ gone: 'then', behind: 0 });
  expect(standOf(line({ line: { waiting: 3 } }), 0)).toMatchObject({ gone: '', behind: 3 });
});

test('filters are read from the address and written back', () => {
  const f = readFilter('?show=playing&pool=0.1&lang=fr');
  expect(f).toEqual({ playing: true, pool: '0.1' });
  expect(writeFilter({ playing: false, pool: '' }, '?show=playing&pool=0.1&lang=fr')).toBe('?lang=fr');
  expect(writeFilter(f, '')).toBe('?show=playing&pool=0.1');
  const s = standOf(line({ match, view: view('playing') }), 0);
  expect([passes(s, f), passes(s, { playing: true, pool: '0.0' }), passes(standOf(line({ match }), 0), { playing: true, pool: '' })]).toEqual([true, false, false]);
});

test('one to sixty tables fit on a screen of 1920 by 1080, two hundred scroll', () => {
  for (let n = 1; n <= 60; n++) {
    const { columns, rows } = wallGrid(n, 1888, 950);
    expect(columns * rows, `${n}`).toBeGreaterThanOrEqual(n);
    expect(columns * (rows - 1), `${n}`).toBeLessThan(n);
  }
  expect(wallGrid(200, 1888, 950).rows).toBe(0);
  expect(wallGrid(6, 358, 700)).toEqual({ columns: 2, rows: 3 });
});
