import { describe, expect, it } from 'vitest';
import { percent, ruleLink, size } from './kit';

describe('figures', () => {
  it('says sizes as disks are sold', () => {
    expect([0, 999, 1000, 12_345_678, 250_000_000_000].map(size)).toEqual(['0 B', '999 B', '1.0 kB', '12.3 MB', '250 GB']);
  });
  it('has no share of nothing', () => {
    expect(percent({ n: 0, of: 0 })).toBe('–');
    expect(percent({ n: 1, of: 4 })).toBe('25%');
  });
});

describe('a statement', () => {
  it('is found in the rules of its match', () => {
    expect(ruleLink('CH+a', 'm1', 'CH-31')).toBe('/rules/CH%2Ba?match=m1#CH-31');
    expect(ruleLink('CH', '', 'CH-31')).toBe('/rules/CH#CH-31');
  });
});
