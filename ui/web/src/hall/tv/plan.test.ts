import { expect, test } from 'vitest';
import { after, pieces, readPlan, viewsOf, type Kind } from './plan';

test('an address says what is shown for how long', () => {
  expect(readPlan('').parts).toEqual(['wall', 'standings', 'pairings', 'bracket', 'table'].map((kind) => ({ kind, seconds: 20 })));
  expect(readPlan('?show=table:45,wall&seconds=10&table=7')).toEqual({ parts: [{ kind: 'table', seconds: 45 }, { kind: 'wall', seconds: 10 }], table: '7', problems: [] });
});

test('what is wrong is named and left out', () => {
  const p = readPlan('?show=wall,weather,table:1&seconds=x&colour=red');
  expect(p.parts).toEqual([{ kind: 'wall', seconds: 20 }, { kind: 'table', seconds: 20 }]);
  expect(p.problems).toHaveLength(4);
  expect(readPlan('?show=weather').parts).toHaveLength(5);
});

test('views follow one another, those with nothing to show are passed over', () => {
  const plan = readPlan('?show=wall,bracket,standings');
  const sheets = (kind: Kind) => ({ wall: 1, bracket: 0, standings: 2 })[kind as string] ?? 0;
  const views = viewsOf(plan, sheets);
  expect(views.map((v) => v.key)).toEqual(['0.0', '2.0', '2.1']);
  expect(after(views, '0.0')!.key).toBe('2.0');
  expect(after(views, '2.1')!.key).toBe('0.0');
  expect(after(views, '')!.key).toBe('0.0');
  expect(after(views, '1.0')!.key).toBe('2.0');
  expect(after(views, '2.7')!.key).toBe('0.0');
  expect(after([], '0.0')).toBeNull();
});

test('a long list is parted evenly', () => {
  expect(pieces([1, 2, 3, 4, 5, 6, 7], 3).map((p) => p.length)).toEqual([2, 3, 2]);
  expect(pieces([1, 2, 3], 3)).toEqual([[1, 2, 3]]);
  expect(pieces([], 3)).toEqual([]);
});
