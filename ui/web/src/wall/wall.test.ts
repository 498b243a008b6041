import { expect, test } from 'vitest';
import { after, grid, type WallBoard } from './wall';

const board = (name: string, text = ''): WallBoard => ({ name, text, phase: 'ready', ok: true, game: 'crokinole', geometry: null, discs: [], due: [], match: null });

test('an event changes, adds, orders and takes away boards', () => {
  const [a, b] = [board('a'), board('b')];
  const changed = after([a, b], { boards: ['c', 'b'], changed: [board('b', 'new'), board('c')] });
  expect(changed.map((x) => x.name + x.text)).toEqual(['c', 'bnew']);
  expect(after([a, b], { boards: ['a', 'b'], changed: [] })[0]).toBe(a);
  expect(after([], { boards: ['a'], changed: [] })).toEqual([]);
});

test('one to twelve boards fit on a screen', () => {
  for (let n = 1; n <= 12; n++) {
    const { columns, rows } = grid(n);
    expect(columns * rows).toBeGreaterThanOrEqual(n);
    expect(columns * (rows - 1)).toBeLessThan(n);
    expect(rows).toBeLessThanOrEqual(3);
  }
  expect(grid(4)).toEqual({ columns: 2, rows: 2 });
  expect(grid(12)).toEqual({ columns: 4, rows: 3 });
});
