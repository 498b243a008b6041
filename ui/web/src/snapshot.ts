// The state as the server sends it: score/session/snapshot.go. Lengths are in
// mm in the board frame (+y up, not mirrored), pixels those of the picture of
// width x height with (0,0) in the middle of the top-left pixel.

export type Phase = 'starting' | 'looking' | 'ready' | 'hand_over_board' | 'camera_lost' | 'ended';
export type Point = [x: number, y: number];
export type Call = 'touching' | 'clear' | 'too_close';

export interface Snapshot {
  version: number;
  program: string;
  t: number;
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
