import { describe, expect, it } from 'vitest';
import { age } from './numbers';
import { defaultLayers, parseLayers } from './settings';
import { choose, languages, ownName } from './words';
import en from './words/en/board';
import fr from './words/fr/board';

const files = import.meta.glob<{ default: Record<string, unknown> }>('./words/*/*.ts', { eager: true });

/** Every key, with its parents', and what kind of thing it is. */
function shape(v: unknown, at = ''): string[] {
  if (typeof v !== 'object' || v === null) return [`${at}: ${typeof v}`];
  return Object.entries(v)
    .flatMap(([k, w]) => shape(w, `${at}.${k}`))
    .sort();
}

describe('the languages', () => {
  it('are English, French and Dutch, by their own names', () => {
    expect(languages).toEqual(['en', 'fr', 'nl']);
    expect(languages.map(ownName)).toEqual(['English', 'Français', 'Nederlands']);
  });
  it('say the same things on every page', () => {
    for (const path of Object.keys(files).filter((f) => f.includes('/en/'))) {
      for (const l of languages) {
        const other = files[path.replace('/en/', `/${l}/`)];
        expect(other, `${path} in ${l}`).toBeDefined();
        expect(shape(other?.default), `${path} in ${l}`).toEqual(shape(files[path]?.default));
      }
    }
  });
  it('are chosen by the first wish that there is', () => {
    expect(choose([null, 'fr-CH', 'en'], languages)).toBe('fr');
    expect(choose(['de-DE', 'nl_BE'], languages)).toBe('nl');
    expect(choose(['', undefined, 'ja', '../en'], languages)).toBe('en');
  });
});

describe('words', () => {
  it('writes lengths with a true minus and without a minus zero', () => {
    expect(en.clearance(-0.3, 0.12)).toBe('\u22120.30 ± 0.12 mm');
    expect(en.clearance(-0.001, 0.12)).toBe('0.00 ± 0.12 mm');
    expect(en.xy(-12.34, 5)).toBe('x \u221212.3, y 5.0 mm');
  });
  it('writes them as the language does', () => {
    expect(fr.clearance(-0.3, 0.12)).toBe('\u22120,30 ± 0,12 mm');
  });
  it('counts one and many', () => {
    expect(en.points(1)).toBe('1 point');
    expect(en.points(20)).toBe('20 points');
    expect(en.label(1)).toContain('1 disc');
  });
  it('says ages in the unit that fits', () => {
    expect([5, 59, 60, 3599, 7200].map(age)).toEqual(['5 s', '59 s', '1 min', '59 min', '2 h']);
  });
  it('does not claim certainty that it has not', () => {
    expect(en.likely(0.9999)).toBe('over 99.9 % likely to touch');
    expect(en.likely(1e-6)).toBe('under 0.1 % likely to touch');
    expect(en.likely(0.42)).toBe('42 % likely to touch');
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
