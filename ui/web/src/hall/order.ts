// Tables in their order, and what a change makes of them: pure.

import type { TableLine } from './types';

/** The order of tables' names: 2 before 10, numbers before words. */
export function byTable(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  const [isX, isY] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isX && isY) return x - y;
  if (isX !== isY) return isX ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The tables after some lines came; those that did not change are the same objects. */
export function after(tables: readonly TableLine[], lines: ReadonlyMap<string, TableLine>): TableLine[] {
  const all = new Map(tables.map((t) => [t.table, t]));
  for (const [name, line] of lines) all.set(name, line);
  return [...all.values()].sort((a, b) => byTable(a.table, b.table));
}
