// What the API says of matches and players; the Go types of the same names are
// in ui/history*.go and score/career.go.

import type { Geometry } from '../snapshot';
import type { Share } from './kit';

export interface MatchSide {
  side: string;
  name: string;
  colour?: string;
  players: string[];
  total: number;
  games: number;
}

export interface MatchLine {
  id: string;
  began: string;
  last: string;
  game: 'crokinole' | 'carrom';
  ruleset: string;
  players: string;
  event?: string;
  stage?: string;
  table?: string;
  board_name?: string;
  phase: string;
  live: boolean;
  sides: MatchSide[];
  winners: string[];
  rounds: number;
  shots: number;
  reviews: number;
  problem?: string;
}

export interface Place {
  x_mm: number;
  y_mm: number;
  state: string;
}

export interface ShotLine {
  seq: number;
  at: string;
  game: number;
  round: number;
  n: number;
  seat: string;
  player: string;
  side: string;
  disc: string;
  verdict: 'valid' | 'foul' | 'reshoot' | 'review';
  likely: string;
  reason: string;
  text: string;
  because: string[];
  open: boolean;
  removed: { id: string; owner: string; why: string }[];
  twenties: Record<string, number>;
  rest: Place | null;
  files: string[];
  disputed: boolean;
  badge?: string; // in place of the verdict's word
}

export interface StrokeLine {
  seq: number;
  game: number;
  board: number;
  n: number;
  side: string;
  colour: string; // W or B: what the side plays
  player: string;
  stroke: { own?: number; opp?: number; queen?: boolean; striker?: boolean; foul?: string };
  verdict: { result: string; events?: string[]; because: string[] | null };
  lies?: { kind: string; x_mm: number; y_mm: number }[]; // pieces when it had come to rest; missing in old logs
  files: string[];
  disputed: boolean;
}

/** A shot as it is listed, or a carrom stroke of its board. */
export type Listed = Pick<ShotLine, 'seq' | 'n' | 'player' | 'round' | 'side' | 'verdict' | 'text' | 'because' | 'twenties' | 'files' | 'badge'>;

export interface RoundResult {
  round: number;
  game: number;
  starter: string;
  hammer: string;
  counts: Record<string, { board: number; twenties: number }>;
  added: Record<string, number>;
  totals: Record<string, number>;
  winner?: string;
  partial?: boolean;
}

export interface SeatFigures {
  seat: string;
  player: string;
  side: string;
  shots: number;
  twenties: number;
  open_shots: Share;
  contacts: Share;
  fouls?: Record<string, number>;
  longest_run_of_twenties: number;
}

export interface MatchPage extends MatchLine {
  ruleset_title: string;
  house: { field: string; value: unknown }[];
  round_list: RoundResult[];
  shot_list: ShotLine[];
  stroke_list: StrokeLine[];
  board_list: { game: number; board: number; winner: string; points: number; totals: Record<string, number> }[];
  notes: { seq: number; by?: string; note: string }[];
  statistics: { players?: SeatFigures[]; carrom?: { seat: string; player: string; strokes: number; pocketed: Share; pieces: number; queens: number; strikers: number; best_run: number; fouls: number }[] };
  geometry: Geometry;
  evidence_bytes: number;
}

export interface FormPoint {
  match: string;
  began: string;
  ruleset: string;
  against: string[];
  partners?: string[];
  result: 'won' | 'lost' | 'drawn' | 'unfinished';
  rounds: number;
  points: number;
  shots: number;
  twenties: number;
  open: Share;
  fouls: number;
  carrom?: boolean;
  pocketed: Share;
  twenty_share: number;
  points_per_round: number;
  foul_share: number;
}

export interface PlayerLine {
  player: string;
  matches: number;
  last: string;
  won: Share;
  rounds: number;
  points_per_round: number;
  shots: number;
  twenties: Share;
  open: Share;
  fouls: Share;
  boards: number;
  points_per_board: number;
  pocketed: Share;
}

export interface PlayerPage extends PlayerLine {
  drawn: number;
  contact: Share;
  reasons: Record<string, number>;
  strokes: number;
  pieces: number;
  queens: number;
  best_run: number;
  strikers: Share;
  wrong_starts: Share;
  form: FormPoint[];
  cell_mm: number;
  heat: { x_mm: number; y_mm: number; n: number }[];
  in_ditch: number;
  in_hole: number;
  misses: { x_mm: number; y_mm: number; open: boolean; state: string }[];
  miss_count: number;
  geometry: Geometry;
  live: boolean;
}
