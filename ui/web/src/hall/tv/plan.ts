// Which views a TV shows, for how long, and which is next: pure.

export const kinds = ['wall', 'standings', 'pairings', 'bracket', 'table'] as const;
export type Kind = (typeof kinds)[number];

/** What an address asks for: ?show=wall:30,standings,table&seconds=20 */
export interface Plan {
  parts: { kind: Kind; seconds: number }[];
  table: string; // '' for the featured one
  problems: string[]; // what of the address was left out
}

const standard = 20;
const bounds = { least: 3, most: 600 };

const secondsOf = (text: string): number | null => {
  const n = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return n >= bounds.least && n <= bounds.most ? n : null;
};

export function readPlan(search: string): Plan {
  const q = new URLSearchParams(search);
  const problems: string[] = [];
  for (const name of q.keys()) if (!['show', 'seconds', 'table', 'lang'].includes(name)) problems.push(`there is no parameter ${name}`);
  const wanted = `want ${bounds.least} to ${bounds.most} seconds`;
  let seconds = standard;
  if (q.has('seconds')) {
    const s = secondsOf(q.get('seconds')!);
    if (s === null) problems.push(`seconds=${q.get('seconds')}: ${wanted}`);
    else seconds = s;
  }
  const parts: Plan['parts'] = [];
  for (const part of (q.get('show') ?? '').split(',').filter(Boolean)) {
    const [kind, own] = part.split(':');
    if (!kinds.includes(kind as Kind)) {
      problems.push(`show=${part}: there are ${kinds.join(', ')}`);
      continue;
    }
    const s = own === undefined ? seconds : secondsOf(own);
    if (s === null) problems.push(`show=${part}: ${wanted}`);
    parts.push({ kind: kind as Kind, seconds: s ?? seconds });
  }
  if (parts.length === 0) parts.push(...kinds.map((kind) => ({ kind, seconds })));
  const table = q.get('table') ?? '';
  return { parts, table: table === 'featured' ? '' : table, problems };
}

/** One view: a part of the plan, of which there may be several screens. */
export interface View {
  key: string;
  kind: Kind;
  seconds: number;
  sheet: number; // which screen of the part, from 0
  sheets: number;
}

/** All views of a plan; a part with no screens is passed over. */
export const viewsOf = (plan: Plan, sheets: (kind: Kind) => number): View[] =>
  plan.parts.flatMap(({ kind, seconds }, part) => Array.from({ length: sheets(kind) }, (_, sheet) => ({ key: `${part}.${sheet}`, kind, seconds, sheet, sheets: sheets(kind) })));

/** The view after the one of a key; the first where there is none. */
export function after(views: readonly View[], key: string): View | null {
  const i = views.findIndex((v) => v.key === key);
  if (i >= 0) return views[(i + 1) % views.length]!;
  if (!key) return views[0] ?? null;
  // It has gone meanwhile: on with what stands behind it.
  return views.find((v) => order(v.key, key) > 0) ?? views[0] ?? null;
}

const order = (a: string, b: string): number => {
  const [x, y] = [a.split('.').map(Number), b.split('.').map(Number)];
  return x[0]! - y[0]! || x[1]! - y[1]!;
};

/** A list in pieces of nearly the same size, none longer than most. */
export function pieces<T>(list: readonly T[], most: number): T[][] {
  const n = Math.ceil(list.length / Math.max(1, most));
  return Array.from({ length: n }, (_, i) => list.slice(Math.round((i * list.length) / n), Math.round(((i + 1) * list.length) / n)));
}
