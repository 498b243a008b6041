import { describe, expect, it } from 'vitest';
import { defaultLayers, parseLayers } from './settings';
import { text } from './text';

describe('text', () => {
  it('writes lengths with a true minus and without a minus zero', () => {
    expect(text.disc.clearance(-0.3, 0.12)).toBe('\u22120.30 ± 0.12 mm');
    expect(text.disc.clearance(-0.001, 0.12)).toBe('0.00 ± 0.12 mm');
    expect(text.disc.xy(-12.34, 5)).toBe('x \u221212.3, y 5.0 mm');
  });
  it('counts one and many', () => {
    expect(text.points(1)).toBe('1 point');
    expect(text.points(20)).toBe('20 points');
    expect(text.boardLabel(1)).toContain('1 disc');
  });
  it('says ages in the unit that fits', () => {
    expect([5, 59, 60, 3599, 7200].map(text.age)).toEqual(['5 s', '59 s', '1 min', '59 min', '2 h']);
  });
  it('does not claim certainty that it has not', () => {
    expect(text.disc.likely(0.9999)).toBe('over 99.9 % likely to touch');
    expect(text.disc.likely(1e-6)).toBe('under 0.1 % likely to touch');
    expect(text.disc.likely(0.42)).toBe('42 % likely to touch');
  });
});

describe('parseLayers', () => {
  it('keeps its defaults for whatever is stored wrong', () => {
    for (const stored of [null, '', 'nonsense', '[]', '3', 'null', '{"rings":"yes"}']) expect(parseLayers(stored), String(stored)).toEqual(defaultLayers);
  });
  it('remembers what was switched', () => {
    expect(parseLayers('{"rings":false,"zoom":false,"other":true}')).toEqual({ ...defaultLayers, rings: false, zoom: false });
  });
});
