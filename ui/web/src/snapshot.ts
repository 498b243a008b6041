// The state as the server sends it: score/session/snapshot.go. Lengths are in
// mm in the board frame (+y up, not mirrored), pixels those of the picture of
// width x height with (0,0) in the middle of the top-left pixel.

export type Phase = 'starting' | 'looking' | 'ready' | 'hand_over_board' | 'shot_under_way' | 'settling' | 'settled' | 'waiting_for_removal' | 'please_check' | 'camera_lost' | 'ended';
export type Point = [x: number, y: number];
export type Call = 'touching' | 'clear' | 'too_close';

export interface Snapshot {
  version: number;
  program: string;
  at_ms?: number; // when it was published, since 1970
  t: number;
  frame: number;
  source: string;
  phase: Phase;
  text: string;
  width: number;
  height: number;
  rates: Rates;
  board: Board | null;
  discs: Disc[];
  left_out: Ghost[];
  score: Side[];
  warnings: string[];
  due: Mark[];
  ghosts: Mark[];
  moving: Mark[];
  match: Match | null;
  limits: { cause: string; text: string }[];
  hall?: Hall; // missing where the board has joined none
}

/** How a board stands to the hall that it has joined. */
export interface Hall {
  event: string;
  table: string;
  title?: string;
  connected: boolean;
  since_ms?: number; // connected, or not, since then; since 1970
  waiting: number; // events that the hall has not yet
  more?: boolean; // and more than these
  fault?: 'unreachable' | 'stranger' | 'rights' | 'trust' | 'other';
  problem?: string; // in a sentence
  known: boolean; // the hall was heard since the program began
  assigned: HallMatch | null;
  misfit?: string; // why it cannot be played at this board
  then: string[]; // who meets here after it
}

/** A match that a hall gives to a table. */
export interface HallMatch {
  match: string;
  stage?: string;
  rules: string;
  players: string;
  games: number;
  teams: { team: string; name: string; players: string[] }[]; // the first begins
  deadline_ms?: number;
}

/** A place on the board to be marked. */
export interface Mark {
  id?: string;
  team?: string;
  why?: string;
  x_mm: number;
  y_mm: number;
  radius_mm: number;
  outline_px: Point[] | null;
}

export type Verdict = 'valid' | 'foul' | 'reshoot' | 'review';

export interface Seated {
  seat: string;
  player: string;
  team: string;
}

export interface Match {
  id: string;
  ruleset: string;
  players: string;
  event?: string;
  stage?: string;
  table?: string;
  target?: number;
  games?: number;
  game?: number;
  begun: boolean;
  phase: string;
  round: number;
  starter: Seated | null;
  hammer: Seated | null;
  next: Seated | null;
  sides: MatchSide[];
  carrom?: CarromMatch;
  shots: Shot[];
  reviews: Review[];
  anomalies: Anomaly[];
  rounds: { round: number; partial?: boolean; counts: Record<string, { board: number; twenties: number }>; totals: Record<string, number>; winner?: string }[];
  resumed?: string;
  taken_back?: boolean; // by the hall: it does not count any more
  check?: string;
  undo?: Step | null;
  redo?: Step | null;
  chooser?: string; // the side that decides who starts the next round
  winners?: string[]; // of a match that is over; none: a draw
  standing: string;
}

export interface Anomaly {
  kind: string;
  t: number;
  text: string;
  discs?: { id: string; team: string }[];
  moved_mm?: number;
}

/** What an undo takes back, or a redo brings back. */
export interface Step {
  seq: number;
  kind: string;
  of?: number;
  n?: number; // of the shot in its round
}

/** What there is to say of a verdict, whatever the language. */
export interface Said {
  verdict: Verdict;
  reason: string;
  removed?: { id: string; owner: string; why: string }[];
  twenties: Record<string, number>;
  because?: string[];
  start_reasons?: string[];
  restored?: string[];
  next?: string;
  confidence?: number;
  contact?: boolean;
  open?: boolean;
  answered?: boolean;
  colour?: string; // of a carrom stroke, as the following: what the side plays
  pocketed?: Record<string, number>;
  result?: 'CONTINUE' | 'PASS' | 'END';
  codes?: string[];
  put_back?: Record<string, number>;
}

/** One side of the match; figures are over the whole match. */
export interface MatchSide {
  team: string;
  name: string;
  unplayed: number;
  board: number;
  twenties: number;
  points: number;
  total: number;
  games?: number;
  color?: string;
  dealt?: number;
  players?: { seat: string; name: string; left: number }[];
  figures?: SideFigures;
}

export interface SideFigures {
  shots: number;
  twenties: number;
  open_twenties: { n: number; of: number };
  fouls: number;
  last_speed_mps?: number;
  mean_speed_mps?: number;
  best_speed_mps?: number;
}

/** A carrom board: what each side must still pocket. */
export interface CarromMatch {
  board: number;
  left: Record<string, number>;
  due: Record<string, number>;
  colours: Record<string, string>;
  queen: 'board' | 'pending' | 'covered';
  queen_of?: string;
}

export interface Shot extends Said {
  seq: number;
  n: number;
  team: string;
  player: string;
  disc: string;
  likely?: Verdict;
  text: string;
  start_valid: boolean;
  speed_mps?: number;
}

export interface Review {
  of: number;
  n: number;
  key: string;
  text: string;
  p: number;
  yes: string;
  no: string;
  kind?: string;
  discs?: string[];
  if_yes?: Said;
  if_no?: Said;
}

export interface Rates {
  captured_fps: number;
  processed_fps: number;
  captured: number;
  dropped: number;
  stage_ms: Record<string, number> | null;
  latency_ms: number;
}

export interface Board {
  name: string;
  game: string;
  confidence: number;
  surface_mm: number;
  calibration: { rms_px: number; rms_mm: number; tilt_deg: number };
  geometry: Geometry;
  outlines: Outline[] | null;
}

export interface Geometry {
  surface_radius: number;
  r15: number;
  r10: number;
  r5: number;
  line_width: number;
  hole_radius: number;
  ditch_width: number;
  pegs: Point[] | null;
  peg_radius: number;
  quadrants: [x1: number, y1: number, x2: number, y2: number][] | null;
  carrom?: CarromSurface;
}

/** A carrom board's print and pockets, mm: models/board.go. */
export interface CarromSurface {
  side: number;
  frame_width: number;
  pocket_radius: number;
  pocket_centre: number;
  base_outer_from_frame: number;
  base_gap: number;
  base_length: number;
  base_line_outer_width: number;
  base_line_inner_width: number;
  base_circle_diameter: number;
  base_circle_centre_along: number;
  base_circle_centre_from_centre: number;
  centre_circle_diameter: number;
  centre_spot_diameter: number;
  circle_line_width: number;
  striker_radius: number;
}

export interface Outline {
  what: string;
  closed: boolean;
  points: Point[];
}

export interface LineCall {
  line: string;
  clearance_mm: number;
  sd_mm: number;
  touching: boolean;
  p_touching: number;
  call: Call;
}

export interface Disc {
  x_mm: number;
  y_mm: number;
  sd_mm: number;
  radius_mm: number;
  color: string;
  team: string;
  state: string;
  points: number | null;
  lines: LineCall[] | null;
  footprint_px: Point[] | null;
  top_px: Point[] | null;
  id?: string;
  hidden?: boolean;
  by_hand?: boolean;
}

export interface Ghost {
  x_mm: number;
  y_mm: number;
  radius_mm: number;
  why: string;
  outline_px: Point[] | null;
}

export interface Side {
  team: string;
  color: string;
  zones: Record<string, number> | null;
  board: number;
  twenties: number;
  total: number;
}
