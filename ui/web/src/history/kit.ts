// What the pages of history, players, rules and data share: asking the server,
// and figures as the language writes them.

import { apiRoot } from '../base';
import { language } from '../words';

/** An answer that is an error, in the server's words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function read<T>(answer: Response): Promise<T> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  const said = (body as { error?: { code?: string; message?: string } } | null)?.error;
  throw new Refused(answer.status, said?.code ?? '', said?.message ?? `${answer.status}`);
}

/** Adds the page's language to a path of the API. */
export function inLanguage(path: string): string {
  return apiRoot(path) + (path.includes('?') ? '&' : '?') + `lang=${language}`;
}

/** Asks the API of the whole process, in the page's language. */
export async function ask<T>(path: string): Promise<T> {
  return read<T>(await fetch(inLanguage(path), { headers: { Accept: 'application/json' } }));
}

/** Sends something that changes what is kept. */
export async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  return read<T>(await fetch(apiRoot(path), { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) }));
}

/** Who may delete, back up and restore: asked once. Without an answer nobody is shown the buttons. */
export const operates: Promise<boolean> = fetch(apiRoot('/access'))
  .then(async (r) => (r.ok ? ((await r.json()) as { role?: string }).role === 'operator' : r.status === 404))
  .catch(() => false);

/** A part of a whole, as the server counts it. */
export interface Share {
  n: number;
  of: number;
}

const dayForm = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const timeForm = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const shareForm = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
const oneForm = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholeForm = new Intl.NumberFormat(language);

export const day = (at: string): string => dayForm.format(new Date(at));
export const moment = (at: string): string => timeForm.format(new Date(at));
export const whole = (n: number): string => wholeForm.format(n);
export const one = (n: number): string => oneForm.format(n);

const languages = new Intl.DisplayNames([language], { type: 'language' });

/** What a language is called in the page's own. */
export const languageName = (code: string): string => languages.of(code) ?? code;

/** A share as a percentage; a dash of nothing. */
export const percent = (s: Share): string => (s.of > 0 ? shareForm.format(s.n / s.of) : '–');
export const rate = (v: number): string => shareForm.format(v);

/** A size as people say it: 1.2 MB. Units are powers of 1000, as disks are sold. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  while (bytes >= 1000 && i < units.length - 1) {
    bytes /= 1000;
    i++;
  }
  return `${i === 0 || bytes >= 100 ? wholeForm.format(Math.round(bytes)) : oneForm.format(bytes)} ${units[i]}`;
}

/** The page of a statement that decided: of the rules as they were played in the match. */
export const ruleLink = (ruleset: string, match: string, id: string): string =>
  `/rules/${encodeURIComponent(ruleset)}${match ? `?match=${encodeURIComponent(match)}` : ''}#${encodeURIComponent(id)}`;
