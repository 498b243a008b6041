// The director's events, as the hub takes and keeps them:
// score/hall/tournament/event.go.

import { asked } from '../asked';
import type { Entrant, Result, Setup } from '../types';

export type EventKind =
  | 'open' | 'setup' | 'enter' | 'amend' | 'withdraw' | 'return' | 'tables' | 'begin' | 'round' | 'void' | 'move' | 'clock'
  | 'result' | 'forfeit' | 'correction' | 'feature' | 'note';

export interface Pair {
  group: number;
  a: string;
  b?: string;
  table?: string;
  for?: string;
}

/** What is said to the hub. */
export interface Order {
  kind: EventKind;
  setup?: Setup;
  entrants?: (Omit<Entrant, 'id'> & { id?: string })[];
  group?: number;
  who?: string;
  tables?: string[];
  drawn?: { round: number; pairs: Pair[] };
  match?: string;
  table?: string;
  result?: Result;
  note?: string;
}

/** One entry of the tournament's log. */
export interface Entry extends Order {
  seq: number;
  id: string;
  at: string;
  by?: string;
  groups?: string[][];
}

export interface DeskState {
  director: boolean;
  name?: string;
  event: string;
  keys: boolean; // this hub keeps the tables' tickets
  tickets?: string[];
  servers?: string[];
}

export interface EntryLine {
  line: number;
  entrant: Omit<Entrant, 'id'> & { id?: string };
  problem?: string;
  hint?: string;
}

export interface Preset {
  name: string;
  about: string;
  setup: Setup;
}

export interface Rules {
  id: string;
  title: string;
  game: string;
}

export interface Aside {
  sequence: number;
  subject: string;
  time: string;
  cause: string;
  text: string;
}

/** Who this browser is to the hub. */
export const deskState = (): Promise<DeskState> => asked<DeskState>('/desk');

/** Sends something that only the director may: an object as JSON, a text as it is. */
export const say = <T = unknown>(path: string, body: unknown = ''): Promise<T> =>
  asked<T>(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

/** Puts an event into the tournament's log. */
export const put = (order: Order): Promise<Entry> => say<Entry>('/desk', order);
