// Verdicts in the words of the referee, in the language of the page.

import { apiRoot, page } from './base';
import type { Review, Said } from './snapshot';
import { strokeSentences } from './carrom';
import { words } from './words';
import type en from './words/en/referee';

export type RefereeWords = typeof en;

const spoken = await words<RefereeWords>('referee');

/** The text with its %s and %d filled in turn. */
const filled = (text: string, ...by: (string | number)[]): string => text.replace(/%[sd]/g, () => String(by.shift() ?? ''));

/** A verdict in sentences: the reason, and what became of the discs. */
export function sentences(v: Said, w: RefereeWords = spoken): string {
  if (v.pocketed) return strokeSentences(v);
  const parts = [w.reasons[v.reason] ?? v.reason];
  if (v.verdict === 'reshoot') parts.push(w.reshoot);
  for (const why of ['R_20', 'R_FOUL', 'R_LINE', 'R_RETURN']) {
    const discs = (v.removed ?? []).filter((r) => r.why === why).map((r) => r.id);
    if (discs.length > 0) parts.push(`${filled(w.whys[why] ?? '%s', discs.join(', '))}.`);
  }
  if (v.restored?.length) parts.push(filled(w.restored, v.restored.join(', ')));
  return parts.join(' ');
}

/** Why a disc was not placed rightly, before the shot. */
export const startFaults = (v: Said, w: RefereeWords = spoken): string[] => (v.pocketed ? [] : (v.start_reasons ?? [])).map((r) => w.reasons[r] ?? r);

/** The reason alone. */
export const reason = (code: string, w: RefereeWords = spoken): string => w.reasons[code] ?? code;

/** A question in words; the server's where its kind is not known here. */
export function question(q: Review, w: RefereeWords = spoken): string {
  const text = w.questions[q.kind ?? ''];
  if (!text) return q.text;
  return text.replace('{1}', q.discs?.[0] ?? '').replace('{2}', q.discs?.[1] ?? '');
}

/** Where the statement is to be read that decided. */
export const rule = (ruleset: string, id: string): string => `/rules/${encodeURIComponent(ruleset)}#${encodeURIComponent(id)}`;

/** A kept picture, clip or record of a shot. */
export const evidence = (match: string, seq: number, file: string): string => apiRoot(`/evidence/${encodeURIComponent(match)}/${seq}/${file}`);

/** The line call about this board. */
export const lineCall = (line = ''): string => page(`/dispute${line ? `?line=${line}` : ''}`);
