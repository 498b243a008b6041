import { describe, expect, it } from 'vitest';
import type { Setup } from '../types';
import { draftOf, setupOf } from './draft';

// As the hub gives the preset nca-singles, completed.
const order: Setup['order'] = ['points', 'twenties', 'difference', 'head_to_head'];
const nca: Setup = {
  id: 'cup', name: 'Cup', form: '2', rules: 'NCA', count: 'rounds', order, bye: { points: 5, twenties: 0 }, forfeit: { points: 8, twenties: 0 },
  stages: [
    { name: 'Preliminary', system: 'round_robin', groups: 2, rounds: 1, deal: 'snake', order, games: 1 },
    { name: 'Power pool', system: 'round_robin', groups: 2, rounds: 1, deal: 'blocks', overall: true, order, games: 1 },
    { name: 'Play-off', system: 'knockout', groups: 2, take: 4, deal: 'own', order, games: 1, third: true, minutes: 40 },
  ],
  tables: ['1', '2'],
};

describe('the form of a format', () => {
  it('says again what it was given, but for what follows from the rest', () => {
    const again = setupOf('cup', draftOf(nca));
    expect(again.stages[2]).toEqual({ name: 'Play-off', system: 'knockout', take: 4, deal: 'own', third: true, minutes: 40, order });
    expect(again.stages[1]).toEqual({ name: 'Power pool', system: 'round_robin', groups: 2, rounds: 1, deal: 'blocks', overall: true, order });
    expect({ ...again, stages: [] }).toEqual({ ...nca, stages: [] });
  });
  it('keeps an order of a stage’s own, and lets the others follow the tournament’s', () => {
    const d = draftOf({ ...nca, stages: [nca.stages[0]!, { ...nca.stages[1]!, order: ['points', 'head_to_head'] }] });
    d.order = ['wins'];
    const s = setupOf('cup', d);
    expect(s.stages[0]!.order).toEqual(['wins']);
    expect(s.stages[1]!.order).toEqual(['points', 'head_to_head']);
  });
  it('leaves the first stage nothing to take over', () => {
    const d = draftOf(nca);
    d.stages[0]!.take = '4';
    d.stages[0]!.deal = 'own';
    expect(setupOf('cup', d).stages[0]).not.toHaveProperty('take');
    expect(setupOf('cup', d).stages[0]!.deal).toBe('snake');
  });
});
