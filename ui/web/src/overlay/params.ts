// The parameters of the overlays' addresses. A wrong one is named and left at
// its default: a stream never breaks over a typing error.

export type Corner = 'tl' | 'top' | 'tr' | 'bl' | 'bottom' | 'br' | 'middle';

/** What an overlay shows, and how. */
export interface Options {
  theme: 'dark' | 'light' | 'clear';
  accent: string; // #rrggbb; '' for the theme's own
  corner: Corner;
  scale: number;
  margin: number; // pixels of a picture 1920 wide
  lang: string; // '' for the browser's
  title: string; // '' for the match's own
  stage: string;
  names: string; // of the sides, parted by |
  header: boolean;
  mark: 'hammer' | 'first' | 'both' | 'off';
  turn: boolean;
  discs: boolean;
  twenties: boolean;
  round: boolean;
  points: boolean;
  games: 'auto' | 'on' | 'off';
  open20: boolean;
  speed: boolean;
  units: 'ms' | 'kmh' | 'mph';
  toast: boolean;
  toasttime: number; // s
  board: boolean;
  boardcorner: Corner;
  boardsize: number; // pixels of a picture 1920 wide
  rotate: '0' | '90' | '180' | '270';
  labels: boolean;
  motion: boolean;
}

/** What the board alone shows, and how. */
export type BoardOptions = Pick<Options, 'theme' | 'accent' | 'corner' | 'margin' | 'lang' | 'rotate' | 'labels' | 'motion'> & { size: number; rail: boolean; due: boolean };

export type Spec =
  | { kind: 'choice'; standard: string; of: readonly string[] }
  | { kind: 'number'; standard: number; least: number; most: number; step: number }
  | { kind: 'switch'; standard: boolean }
  | { kind: 'colour'; standard: string }
  | { kind: 'text'; standard: string; longest: number };

export type Specs<T> = { readonly [K in keyof T]: Spec & { standard: T[K] } };

const corners = ['tl', 'top', 'tr', 'bl', 'bottom', 'br'] as const;
const on = { kind: 'switch', standard: true } as const;
const off = { kind: 'switch', standard: false } as const;
const shared = {
  theme: { kind: 'choice', standard: 'dark', of: ['dark', 'light', 'clear'] },
  accent: { kind: 'colour', standard: '' },
  margin: { kind: 'number', standard: 48, least: 0, most: 400, step: 4 },
  lang: { kind: 'choice', standard: '', of: ['en', 'fr', 'nl'] },
  rotate: { kind: 'choice', standard: '0', of: ['0', '90', '180', '270'] },
  labels: off,
  motion: on,
} as const;

export const overlaySpecs: Specs<Options> = {
  theme: shared.theme,
  accent: shared.accent,
  corner: { kind: 'choice', standard: 'bl', of: corners },
  scale: { kind: 'number', standard: 1, least: 0.5, most: 2.5, step: 0.05 },
  margin: shared.margin,
  lang: shared.lang,
  title: { kind: 'text', standard: '', longest: 60 },
  stage: { kind: 'text', standard: '', longest: 40 },
  names: { kind: 'text', standard: '', longest: 120 },
  header: on,
  mark: { kind: 'choice', standard: 'hammer', of: ['hammer', 'first', 'both', 'off'] },
  turn: on,
  discs: on,
  twenties: on,
  round: on,
  points: on,
  games: { kind: 'choice', standard: 'auto', of: ['auto', 'on', 'off'] },
  open20: off,
  speed: off,
  units: { kind: 'choice', standard: 'ms', of: ['ms', 'kmh', 'mph'] },
  toast: on,
  toasttime: { kind: 'number', standard: 6, least: 2, most: 30, step: 1 },
  board: off,
  boardcorner: { kind: 'choice', standard: 'tr', of: corners },
  boardsize: { kind: 'number', standard: 380, least: 160, most: 900, step: 10 },
  rotate: shared.rotate,
  labels: shared.labels,
  motion: shared.motion,
};

export const boardSpecs: Specs<BoardOptions> = {
  theme: shared.theme,
  accent: shared.accent,
  corner: { kind: 'choice', standard: 'middle', of: [...corners, 'middle'] },
  margin: shared.margin,
  size: { kind: 'number', standard: 984, least: 160, most: 1080, step: 4 },
  lang: shared.lang,
  rotate: shared.rotate,
  rail: on,
  due: on,
  labels: shared.labels,
  motion: shared.motion,
};

/** Parameters of other people's making that are no mistake: the link's token. */
const foreign = new Set(['w']);

export interface Problem {
  name: string;
  value: string;
  want: string; // what it may be; '' for a name that there is not
}

/** What a parameter may be, for people. */
export function wanted(s: Spec): string {
  switch (s.kind) {
    case 'choice':
      return s.of.join(' | ');
    case 'number':
      return `${s.least} – ${s.most}`;
    case 'switch':
      return 'on | off';
    case 'colour':
      return '#rrggbb';
    case 'text':
      return `≤ ${s.longest}`;
  }
}

function read(s: Spec, value: string): string | number | boolean | undefined {
  switch (s.kind) {
    case 'choice':
      return s.of.includes(value) ? value : undefined;
    case 'number': {
      const n = /^-?\d{1,6}(\.\d{1,4})?$/.test(value) ? Number(value) : NaN;
      return n >= s.least && n <= s.most ? n : undefined;
    }
    case 'switch':
      return value === 'on' ? true : value === 'off' ? false : undefined;
    case 'colour':
      return /^#?[0-9a-f]{6}$/i.test(value) ? `#${value.replace('#', '').toLowerCase()}` : undefined;
    case 'text':
      return [...value].length <= s.longest ? value : undefined;
  }
}

/** The options of an address, and what is wrong with it. The last of several values counts. */
export function parse<T extends object>(specs: Specs<T>, search: string): { options: T; problems: Problem[] } {
  const options: Record<string, unknown> = {};
  for (const [name, s] of Object.entries(specs) as [string, Spec][]) options[name] = s.standard;
  const problems: Problem[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (foreign.has(name)) continue;
    const s = Object.hasOwn(specs, name) ? (specs as Record<string, Spec>)[name] : undefined;
    if (!s) {
      problems.push({ name, value, want: '' });
      continue;
    }
    if (value === '' && s.standard === '') continue;
    const v = read(s, value);
    if (v === undefined) problems.push({ name, value, want: wanted(s) });
    else options[name] = v;
  }
  return { options: options as T, problems };
}

/** The address' query of options: only what differs from the defaults. */
export function query<T extends object>(specs: Specs<T>, options: T): string {
  const out = new URLSearchParams();
  for (const [name, s] of Object.entries(specs) as [string, Spec][]) {
    const v = (options as Record<string, unknown>)[name];
    if (v === s.standard) continue;
    out.set(name, s.kind === 'switch' ? (v ? 'on' : 'off') : s.kind === 'colour' ? String(v).replace('#', '') : String(v));
  }
  const text = out.toString();
  return text ? `?${text}` : '';
}
