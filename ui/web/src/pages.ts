// Which component shows which path. A page is a folder with a Page.svelte; one
// that does not exist is not offered.

import type { Component } from 'svelte';

/** What a path's placeholders hold: {match: '...'} for /history/:match. */
export type Params = Record<string, string>;

export interface Place {
  path: string; // within a board, with :placeholders
  folder: string;
  menu?: boolean; // offered in the header, by its folder's name in words/LANG/common.ts
  process?: boolean; // the same for all boards: its path has no /b/NAME
}

export const places: Place[] = [
  { path: '/', folder: 'live', menu: true },
  { path: '/start', folder: 'start', menu: true },
  { path: '/wall', folder: 'wall', menu: true, process: true },
  { path: '/watch', folder: 'watch', menu: true },
  { path: '/dispute', folder: 'dispute', menu: true },
  { path: '/calibrate', folder: 'calibrate' },
  { path: '/phone', folder: 'phone', menu: true },
  { path: '/history', folder: 'history', menu: true, process: true },
  { path: '/history/:match', folder: 'history', process: true },
  { path: '/players', folder: 'players', menu: true, process: true },
  { path: '/players/:player', folder: 'players', process: true },
  { path: '/rules', folder: 'rules', menu: true, process: true },
  { path: '/rules/:ruleset', folder: 'rules', process: true },
  { path: '/overlay', folder: 'overlay' },
  { path: '/overlay/board', folder: 'overlay' },
  { path: '/overlay/builder', folder: 'builder', menu: true, process: true },
  { path: '/data', folder: 'data', menu: true, process: true },
  { path: '/api', folder: 'apidoc', process: true },
  { path: '/operate', folder: 'operate', menu: true, process: true },
];

/** The pages of a hub, which leads many boards. */
export const hallPlaces: Place[] = [
  { path: '/', folder: 'hall/wall', menu: true },
  { path: '/pairings', folder: 'hall/pairings', menu: true },
  { path: '/standings', folder: 'hall/standings', menu: true },
  { path: '/bracket', folder: 'hall/bracket', menu: true },
  { path: '/table/:table', folder: 'hall/table' },
  { path: '/player/:player', folder: 'hall/player' },
  { path: '/tv', folder: 'hall/tv', menu: true },
  { path: '/overlay', folder: 'hall/overlay' },
  { path: '/overlay/board', folder: 'hall/overlay' },
  { path: '/director', folder: 'hall/director', menu: true },
];

/** Whether this page is a hub's: the server says so in its head (ui/hall.go). */
export const inHall = globalThis.document?.querySelector('meta[name=ditchline]')?.getAttribute('content') === 'hall';

const files = import.meta.glob<{ default: Component<{ params: Params }> }>(['./*/Page.svelte', './hall/*/Page.svelte']);

/** What loads a place's page; undefined while there is none. */
export const loader = (p: Place) => files[`./${p.folder}/Page.svelte`];

/** Of some places those that the menu offers, in its order. */
const offered = (some: readonly Place[]) => some.filter((p) => p.menu && loader(p));

export const menu = offered(places);
export const hallMenu = offered(hallPlaces);

/** The placeholders of a path by a pattern; null where it is not of that form. */
export function match(pattern: string, path: string): Params | null {
  const want = pattern.split('/');
  const have = path.split('/');
  if (want.length !== have.length) return null;
  const params: Params = {};
  for (const [i, part] of want.entries()) {
    const is = have[i]!;
    if (part.startsWith(':')) {
      try {
        params[part.slice(1)] = decodeURIComponent(is);
      } catch {
        return null; // a broken %-escape names nothing
      }
    } else if (part !== is) return null;
  }
  return params;
}

/** The place of a path within its board, exact names before placeholders. */
export function find(path: string, some: readonly Place[] = places): { place: Place; params: Params } | null {
  for (const place of some) {
    const params = match(place.path, path);
    if (params) return { place, params };
  }
  return null;
}
