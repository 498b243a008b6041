import { describe, expect, it } from 'vitest';
import { current, way, wentOn, type Bracket, type Slot } from './bracket';

const slot = (a: string, b: string, winner = ''): Slot => ({ sides: [a ? { entrant: a } : {}, b ? { entrant: b } : {}], ...(winner ? { winner } : {}) });
const of = (columns: Slot[][]): Bracket => ({ columns, stage: '', group: 'A', stage_n: 0, group_n: 0, groups: 1, games: 1 });

describe('a bracket', () => {
  const b = of([[slot('1', '4', '4'), slot('3', '2', '3')], [slot('4', '3')]]);
  it('knows the way of one who plays', () => {
    expect(way(b, '4').map((w) => w.column)).toEqual([0, 1]);
    expect(way(b, '2').map((w) => w.column)).toEqual([0]);
    expect(way(b, '9')).toEqual([]);
    expect(wentOn(b.columns[0]![0]!, '4')).toBe(true);
    expect(wentOn(b.columns[1]![0]!, '4')).toBe(false);
    expect(wentOn(b.columns[1]![0]!, '')).toBe(false);
  });
  it('knows what is being played', () => {
    expect(current(b)).toBe(1);
    expect(current(of([[slot('1', '2', '1')]]))).toBe(0);
    expect(current(of([[slot('1', '4', '4'), slot('3', '2')], [slot('4', '')]]))).toBe(0);
  });
});
