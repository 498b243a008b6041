// Carrom strokes in the words of a language.

import type { Anomaly, CarromMatch, Disc, Said, Shot, Snapshot } from './snapshot';
import { language, languages, words } from './words';
import type en from './words/en/carrom';

export type CarromWords = typeof en;

export const carromText = await words<CarromWords>('carrom');

const files = import.meta.glob<{ default: CarromWords }>('./words/*/carrom.ts');

/** The words in a language, '' for the page's own. */
export async function carromWords(lang: string): Promise<CarromWords> {
  const chosen = languages.includes(lang) ? lang : language;
  return (await (files[`./words/${chosen}/carrom.ts`] ?? files['./words/en/carrom.ts']!)()).default;
}

export const kinds = ['white', 'black', 'queen', 'striker'] as const;
export type Kind = (typeof kinds)[number];

/** How pieces are drawn. */
export const pieceColour: Record<string, string> = { white: '#e6d3a8', black: '#2b2724', queen: '#c0303c', striker: '#f1ede0' };

/** Pieces in a list: "2 white, the queen"; empty for none. */
export const pieces = (n: Record<string, number> | undefined, w: CarromWords = carromText): string =>
  kinds
    .filter((k) => (n?.[k] ?? 0) > 0)
    .map((k) => w.kind(k, n![k]!))
    .join(', ');

/** What fell in a stroke. */
export function fell(s: Said, w: CarromWords = carromText): string {
  const list = pieces(s.pocketed, w);
  return list ? w.pocketed(list) : w.nothing;
}

/** A code of the referee ("OUT 2") in a sentence; empty where the pieces tell it. */
export function code(text: string, w: CarromWords = carromText): string {
  const [, name = '', n] = /^([A-Z_]+)(?: (\d+))?/.exec(text) ?? [];
  return w.code[name]?.(Number(n ?? 1)) ?? '';
}

/** A stroke in sentences: how it began, what fell, what follows. */
export function strokeSentences(s: Said, result = true, w: CarromWords = carromText): string {
  const codes = (s.codes ?? []).map((c) => code(c, w));
  const start = s.reason ? (w.code[s.reason]?.(1) ?? '') : '';
  return [start, fell(s, w), ...codes.filter((c) => c !== start), result ? (w.result[s.result ?? ''] ?? '') : ''].filter(Boolean).join(' ');
}

/** A warning about pieces, named by their kind; empty where it is about something else. */
export function carromAnomaly(a: Anomaly, w: CarromWords = carromText): string {
  const kind: Record<string, string> = { W: 'white', B: 'black', Q: 'queen', S: 'striker' };
  const n: Record<string, number> = {};
  for (const d of a.discs ?? []) n[kind[d.id[0] ?? ''] ?? ''] = (n[kind[d.id[0] ?? ''] ?? ''] ?? 0) + 1;
  return w.anomaly[a.kind]?.(pieces(n, w)) ?? '';
}

/** What a board is doing, in the words of its game; undefined: as in crokinole. */
export const carromPhase = (phase: string): string | undefined => carromText.phase[phase];

/** The state of a carrom board in a sentence; empty: as in crokinole. */
export function carromState(s: Snapshot): string {
  switch (s.phase) {
    case 'shot_under_way':
      return carromText.underWay;
    case 'settling':
      return carromText.rests;
    case 'ready':
      return s.match?.begun && s.match.next ? carromText.ready(s.match.next.player) : '';
    default:
      return '';
  }
}

/** A stroke of the log as it is told: what fell by its colour. */
export function saidOf(k: { colour: string; stroke: { own?: number; opp?: number; queen?: boolean; striker?: boolean; foul?: string }; verdict: { result: string; events?: string[] | null } }): Said {
  const [own, opp] = k.colour === 'B' ? ['black', 'white'] : ['white', 'black'];
  return {
    pocketed: { [own!]: k.stroke.own ?? 0, [opp!]: k.stroke.opp ?? 0, queen: k.stroke.queen ? 1 : 0, striker: k.stroke.striker ? 1 : 0 },
    result: k.verdict.result,
    codes: k.verdict.events ?? [],
    reason: k.stroke.foul ?? '',
  } as unknown as Said;
}

/** What is to be laid back in the middle now: what the last stroke asks for and does not lie there yet. */
export function toPutBack(last: Pick<Shot, 'put_back'> | undefined, c: CarromMatch, discs: readonly Pick<Disc, 'team'>[]): Record<string, number> {
  const out: Record<string, number> = {};
  const want: Record<string, number> = { queen: c.queen === 'board' ? 1 : 0 };
  for (const [side, colour] of Object.entries(c.colours)) want[colour] = c.left[side] ?? 0;
  for (const kind of kinds) {
    const lacking = (want[kind] ?? 0) - discs.filter((d) => d.team === kind).length;
    const n = Math.min(last?.put_back?.[kind] ?? 0, lacking);
    if (n > 0) out[kind] = n;
  }
  return out;
}

/** What a person says fell, as the log takes it: by the colour of who played. */
export function strokeOrder(colour: string, n: Record<string, number>, foul: string): { own: number; opp: number; queen: boolean; striker: boolean; foul?: string } {
  const [own = 0, opp = 0] = colour === 'black' ? [n.black, n.white] : [n.white, n.black];
  return { own, opp, queen: (n.queen ?? 0) > 0, striker: (n.striker ?? 0) > 0, ...(foul && { foul }) };
}
