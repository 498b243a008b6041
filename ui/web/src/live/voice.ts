// The announcer: the browser's own speech, in the language of the page.

import { recall, remember } from '../settings';
import type { Match, Shot } from '../snapshot';

const key = 'ditchline.voice';

export const canSpeak = (): boolean => 'speechSynthesis' in globalThis;
export const wantsVoice = (): boolean => canSpeak() && recall(key) === 'on';

/** Switches the announcer of this device. */
export function setVoice(on: boolean): void {
  remember(key, on ? 'on' : 'off');
  if (!on && canSpeak()) speechSynthesis.cancel();
}

/** Says it now; what was being said is broken off: it is old. */
export function say(text: string, language: string): void {
  if (!canSpeak() || !text) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  const voice = speechSynthesis.getVoices().find((v) => v.lang.toLowerCase().startsWith(language));
  if (voice) words.voice = voice;
  speechSynthesis.speak(words);
}

export interface Heard {
  match: string;
  shot: string; // the newest shot with its verdict
  rounds: number;
}

/** What of a match was said already; a page that is opened says nothing of the past. */
export function heard(m: Match | null): Heard {
  const last = m?.shots.at(-1);
  return { match: m?.id ?? '', shot: last ? `${last.seq} ${last.verdict} ${last.reason}` : '', rounds: m?.rounds.length ?? 0 };
}

export type News = { kind: 'shot'; shot: Shot } | { kind: 'round' } | null;

/** What there is to say of a match that stands so now. */
export function news(before: Heard, m: Match | null): News {
  const now = heard(m);
  if (!m || now.match !== before.match) return null;
  if (now.rounds > before.rounds) return { kind: 'round' };
  const last = m.shots.at(-1);
  // A shot that was undone brings an older one to the end: no news.
  if (last && now.shot !== before.shot && last.seq >= (Number(before.shot.split(' ')[0]) || 0)) return { kind: 'shot', shot: last };
  return null;
}
