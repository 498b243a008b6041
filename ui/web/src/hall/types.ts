// What a hub answers: score/hall/hub/api.go, view.go; score/hall/tournament.

import type { CarromMatch } from '../snapshot';

export type System = 'round_robin' | 'swiss' | 'random' | 'knockout';
export type Criterion = 'points' | 'wins' | 'twenties' | 'difference' | 'head_to_head' | 'buchholz' | 'buchholz_cut1' | 'sonneborn' | 'progress';

export interface Award {
  points: number;
  twenties: number;
}

export interface Stage {
  name: string;
  system: System;
  groups?: number;
  rounds?: number;
  take?: number;
  deal?: string;
  overall?: boolean;
  order?: Criterion[];
  games?: number;
  third?: boolean;
  minutes?: number; // time limit of a round
}

export interface Setup {
  id: string;
  name: string;
  form: '2' | '4';
  rules: string;
  sets?: string[];
  count: 'rounds' | 'matches';
  order: Criterion[];
  bye?: Award;
  forfeit?: Award;
  stages: Stage[];
  tables?: string[];
}

/** /api/v1/event */
export interface EventInfo {
  setup: Setup;
  entrants: number;
  stages: (Stage & { state: 'to_come' | 'playing' | 'done'; round?: number; group_names?: string[]; bracket?: number })[];
  open_matches: number;
  done: boolean;
  misdrawn: { stage: number; round: number; now: { group: number; a: string; b?: string }[] }[];
  overdue: string[];
  decide: string[];
  events: number;
  next: { do: 'stage' | 'round' | 'wait' | 'done'; stage?: string; round?: number; takes?: number; why?: string }; // for the director
  tables?: string[];
  featured?: string; // the table that is shown on air
  game: 'crokinole' | 'carrom';
  surface: string; // of the rules' own board, where no match has told another
  now: string; // by the hub's clock
}

export interface Person {
  name: string;
  cid?: string;
}

/** One of /api/v1/entrants */
export interface Entrant {
  id: string;
  players: Person[];
  team?: string;
  club?: string;
  seed?: number;
  withdrawn?: boolean;
}

export interface Result {
  points: [number, number];
  twenties: [number, number];
  score: [number, number];
  winner: 'a' | 'b' | 'draw';
  conceded?: boolean;
}

/** One of /api/v1/pairings: a match of the tournament with its names. */
export interface Pairing {
  id: string;
  stage: number; // from 0
  group: number; // from 0
  round: number; // from 1
  a: string;
  b?: string; // missing: a bye
  table?: string;
  was?: string[];
  for?: string;
  result?: Result;
  forfeit?: boolean;
  corrected?: boolean;
  again?: number;
  text: string; // "Power pool A, round 3"
  names: [string, string];
  board_match: string;
  deadline?: string;
  overdue?: boolean;
  bye_points?: number;
  live?: View;
}

/** A row of /api/v1/standings. */
export interface Row {
  place: number;
  entrant: string;
  name: string;
  club?: string;
  seed?: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  byes?: number;
  points: number;
  twenties: number;
  difference: number;
  buchholz: number;
  buchholz_cut1: number;
  sonneborn: number; // twice, to stay whole
  progress: number;
  head_to_head?: number; // where it was asked, and said something
  by?: Criterion; // what parts this row from the one above
  moved?: number; // places gained by the newest round
  next?: string; // what stage the entrant comes into, as things stand
  withdrawn?: boolean;
  annulled?: boolean;
}

export interface GroupStandings {
  stage: string;
  group: string;
  stage_n: number; // from 0
  group_n: number; // from 0
  groups: number; // of the stage
  system: System;
  order: Criterion[];
  count: 'rounds' | 'matches';
  rounds_played: number;
  done: boolean;
  rows: Row[];
}

/** A match as a table tells it. */
export interface View {
  match: string;
  table: string;
  stage?: string;
  phase: 'playing' | 'last_shot' | 'frozen' | 'choosing' | 'over';
  game: number;
  round: number;
  hammer?: string; // who has the last shot
  next?: string; // who shoots
  surface: string; // what it is played on: /surfaces/NAME
  sides: ViewSide[];
  discs: ViewDisc[];
  carrom?: CarromMatch;
  reviews?: number; // questions that a person must still answer
  events: number;
  updated: string; // of the newest event, by the table's clock
  result?: Result;
}

export interface ViewSide {
  side: string;
  name: string;
  colour?: string;
  total: number;
  games: number;
  points: number; // of the round, as it lies
  twenties: number; // of the round
  all_20s: number;
  unplayed: number;
}

/** Distance from the centre in mm, angle in degrees. */
export interface ViewDisc {
  side?: string;
  kind?: string; // of a carrom piece
  d: number;
  theta: number;
  state?: string; // where it lies otherwise than flat
}

/** A table's line: one of /api/v1/tables, and the data of each `table` event. */
export interface TableLine {
  table: string;
  match?: Pairing; // what is to be played there
  view?: View; // what its board told last
  last?: string; // when its newest event came
  line?: { gone?: boolean; since?: string; waiting?: number }; // to its board; missing: none was ever heard
  clock_skew_s: number;
  clock?: string;
}
