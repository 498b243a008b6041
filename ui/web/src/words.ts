// The words of the pages: words/LANGUAGE/PAGE.ts, loaded for the language in
// use only. English has the shape; another language is added by adding its
// folder, and a page that it lacks is shown in English.

import { recall, remember } from './settings';

const files = import.meta.glob<{ default: unknown }>('./words/*/*.ts');

const key = 'ditchline.language';

/** The languages that there are, English first. */
export const languages: string[] = [...new Set(Object.keys(files).map((f) => f.split('/')[2]!))].sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

/** The first of the wishes ("fr-CH") for which there is a language, else English. */
export function choose(wishes: readonly (string | null | undefined)[], there: readonly string[]): string {
  for (const wish of wishes) {
    const main = wish?.toLowerCase().split(/[-_]/)[0];
    if (main && there.includes(main)) return main;
  }
  return 'en';
}

/** The language of this page: the address's ?lang=, what was chosen here, the browser's. */
export const language = choose([new URLSearchParams(globalThis.location?.search ?? '').get('lang'), recall(key), ...(globalThis.navigator?.languages ?? [])], languages);

/** Remembers a language for this device and shows the page in it. */
export function speak(chosen: string): void {
  remember(key, chosen);
  const here = new URL(location.href);
  here.searchParams.delete('lang');
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

/** What a language calls itself. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The words of a page in the language of this page. */
export async function words<T>(page: string): Promise<T> {
  const load = files[`./words/${language}/${page}.ts`] ?? files[`./words/en/${page}.ts`];
  if (!load) throw new Error(`there are no words for the page ${page}`);
  return (await load()).default as T;
}
