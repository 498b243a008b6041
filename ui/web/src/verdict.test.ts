import { describe, expect, it } from 'vitest';
import type { Said } from './snapshot';
import { question, rule, sentences } from './verdict';
import en from './words/en/referee';
import fr from './words/fr/referee';
import nl from './words/nl/referee';

/** A map of Go's words, by the names of its constants. */
function goMap(source: string, name: string): Map<string, string> {
  const body = new RegExp(`${name}:\\s*map\\[[^{]*\\{([\\s\\S]*?)\\n?\\t?\\},\\n`).exec(source.replace(/\{(\d)\}/g, '<$1>'))?.[1] ?? '';
  return new Map([...body.matchAll(/(\w+):\s*"((?:[^"\\]|\\.)*)"/g)].map((m) => [m[1]!, m[2]!.replace(/<(\d)>/g, '{$1}')]));
}

const sources = import.meta.glob<string>('../../../referee/{words_*,verdict,situation}.go', { query: '?raw', import: 'default', eager: true });
const go = (file: string) => sources[`../../../referee/${file}`] ?? '';
const codes = new Map([...(go('verdict.go') + go('situation.go')).matchAll(/(\w+)\s+(?:Reason|Why|QuestionKind)\s+= "([^"]+)"/g)].map((m) => [m[1]!, m[2]!]));

describe('the referee’s words', () => {
  for (const [file, w] of Object.entries({ english: en, french: fr, dutch: nl })) {
    it(`are the server’s in ${file}`, () => {
      const source = go(`words_${file}.go`);
      for (const map of ['reasons', 'whys', 'questions'] as const) {
        const theirs = Object.fromEntries([...goMap(source, map)].map(([k, v]) => [codes.get(k), v]));
        expect(Object.keys(theirs).length, map).toBeGreaterThan(3);
        expect(w[map], map).toEqual(theirs);
      }
      for (const one of ['restored', 'reshoot'] as const) expect(source).toContain(`"${w[one]}"`);
    });
  }
});

describe('a verdict', () => {
  const foul: Said = { verdict: 'foul', reason: 'F_NO_CONTACT', removed: [{ id: 'A3', owner: 'A', why: 'R_FOUL' }, { id: 'A4', owner: 'A', why: 'R_DITCH' }], twenties: {} };
  it('is told with what must go', () => {
    expect(sentences(foul, en)).toBe('Foul: no opposing disc was touched. Off the board by the foul: A3.');
    expect(sentences(foul, nl)).toBe('Ongeldig: geen schijf van de tegenstander is geraakt. Naar de gracht, ongeldig schot: A3.');
  });
  it('asks about its discs', () => {
    expect(question({ of: 1, n: 1, key: 'touch:A1:B2', text: '', p: 0.5, yes: '', no: '', kind: 'touch', discs: ['A1', 'B2'] }, fr)).toBe('A1 a-t-il touché B2 ?');
  });
  it('links to its statement', () => {
    expect(rule('CH+a+c', 'CH-17')).toBe('/rules/CH%2Ba%2Bc#CH-17');
  });
});
