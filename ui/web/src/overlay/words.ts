// The words on air are those of the overlay's own language, which need not be
// that of the page: the builder shows it in each.

import { carromWords, type CarromWords } from '../carrom';
import { language, languages } from '../words';
import type en from '../words/en/overlay';

export type OverlayWords = typeof en & { carrom: CarromWords };

const files = import.meta.glob<{ default: typeof en }>('../words/*/overlay.ts');

/** The words in a language, '' for the page's own. */
export async function overlayWords(lang: string): Promise<OverlayWords> {
  const chosen = languages.includes(lang) ? lang : language;
  const load = files[`../words/${chosen}/overlay.ts`] ?? files['../words/en/overlay.ts']!;
  const [own, carrom] = await Promise.all([load(), carromWords(chosen)]);
  return { ...own.default, carrom };
}

/** The language that figures and times are written in. */
export const spoken = (lang: string): string => (languages.includes(lang) ? lang : language);
