// The words on air are those of the overlay's own language, which need not be
// that of the page: the builder shows it in each.

import { language, languages } from '../words';
import type en from '../words/en/overlay';

export type OverlayWords = typeof en;

const files = import.meta.glob<{ default: OverlayWords }>('../words/*/overlay.ts');

/** The words in a language, '' for the page's own. */
export async function overlayWords(lang: string): Promise<OverlayWords> {
  const chosen = languages.includes(lang) ? lang : language;
  return (await (files[`../words/${chosen}/overlay.ts`] ?? files['../words/en/overlay.ts']!)()).default;
}

/** The language that figures and times are written in. */
export const spoken = (lang: string): string => (languages.includes(lang) ? lang : language);
