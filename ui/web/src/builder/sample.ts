// Made-up states for the builder: an evening that nobody plays.

import type { Disc, Geometry, Match, MatchSide, Shot, SideFigures, Snapshot } from '../snapshot';

export type Sample = 'two' | 'four' | 'three' | 'carrom';
export const samples: readonly Sample[] = ['two', 'four', 'three', 'carrom'];

const crokinole: Geometry = {
  surface_radius: 330.2, r15: 101.6, r10: 203.2, r5: 304.8, line_width: 1.6, hole_radius: 17.5, ditch_width: 57,
  pegs: Array.from({ length: 8 }, (_, i) => [101.6 * Math.cos(((22.5 + 45 * i) * Math.PI) / 180), 101.6 * Math.sin(((22.5 + 45 * i) * Math.PI) / 180)]),
  peg_radius: 4,
  quadrants: [45, 135, 225, 315].map((deg) => {
    const [c, s] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
    return [203.2 * c, 203.2 * s, 304.8 * c, 304.8 * s];
  }),
};

const carrom: Geometry = {
  surface_radius: 0, r15: 0, r10: 0, r5: 0, line_width: 0, hole_radius: 0, ditch_width: 0, pegs: [], peg_radius: 0, quadrants: [],
  carrom: {
    side: 740, frame_width: 65, pocket_radius: 22.25, pocket_centre: 347.75, base_outer_from_frame: 101.5, base_gap: 31.8, base_length: 470, base_line_outer_width: 5, base_line_inner_width: 1.5,
    base_circle_diameter: 31.8, base_circle_centre_along: 219.1, base_circle_centre_from_centre: 252.6, centre_circle_diameter: 170, centre_spot_diameter: 31.8, circle_line_width: 1.5, striker_radius: 20.65,
  },
};

const colours: Record<string, string> = { A: '#2c2a29', B: '#e3c894', C: '#3d7a55', white: '#e6d3a8', black: '#2b2724', queen: '#c0303a', striker: '#f1ede2' };

const disc = (id: string, team: string, x: number, y: number, points: number | null, radius = 15.9): Disc => ({
  id, team, x_mm: x, y_mm: y, points, radius_mm: radius, sd_mm: 0.1, color: colours[team] ?? '#888888', state: 'flat', lines: null, footprint_px: null, top_px: null,
});

function player(team: string, seat: string, name: string, left: number) {
  return { team, seat, name, left };
}

function side(team: string, people: ReturnType<typeof player>[], dealt: number, board: number, twenties: number, total: number, games: number, figures: SideFigures): MatchSide {
  return {
    team, name: people.map((p) => p.name).join(' & '), unplayed: people.reduce((n, p) => n + p.left, 0), dealt, board, twenties, points: board + 20 * twenties, total, games, color: colours[team],
    players: people.map(({ seat, name, left }) => ({ seat, name, left })), figures,
  };
}

const figures = (n: number, of: number, last: number, best: number): SideFigures => ({
  shots: 8 * of, twenties: 2 * n, open_twenties: { n, of }, fouls: 3, last_speed_mps: last, mean_speed_mps: (last + best) / 2, best_speed_mps: best,
});

const shot = (team: string, name: string): Shot => ({
  seq: 12, n: 6, team, player: name, disc: 'B3', verdict: 'valid', reason: 'OK_OPEN_20', text: '', start_valid: true, twenties: { [team]: 1 }, speed_mps: 1.9,
});

/** The state of a made-up match. */
export function sample(kind: Sample): Snapshot {
  const anna = player('A', 'S', 'Anna de Vries', 5);
  const ben = player('B', 'N', 'Benoît Lefèvre', 6);
  const base: Match = {
    id: 'sample', ruleset: 'NED', players: '2', event: 'Ditchline Open', stage: 'Final', begun: true, phase: 'playing', game: 2, games: 3, target: 9, round: 7,
    starter: { seat: 'S', player: anna.name, team: 'A' }, hammer: { seat: 'N', player: ben.name, team: 'B' }, next: { seat: 'S', player: anna.name, team: 'A' },
    sides: [side('A', [anna], 8, 45, 2, 6, 1, figures(9, 14, 1.7, 2.6)), side('B', [ben], 8, 30, 3, 7, 1, figures(6, 13, 1.9, 3.0))],
    shots: [shot('B', ben.name)], reviews: [], anomalies: [], rounds: [], standing: '',
  };
  const discs = [disc('A1', 'A', 62, -38, 15), disc('A2', 'A', -140, 71, 10), disc('A3', 'A', 226, 96, 5), disc('B1', 'B', -35, 78, 15), disc('B2', 'B', 128, -110, 10), disc('B3', 'B', -214, -150, 5)];
  let [match, geometry, lying] = [base, crokinole, discs];
  if (kind === 'four') {
    const teams = [[player('A', 'S', 'Anna', 3), player('A', 'N', 'Maarten', 4)], [player('B', 'W', 'Benoît', 4), player('B', 'E', 'Chloé', 4)]] as const;
    match = {
      ...base, players: '4', games: 1, stage: 'Semi-final', next: { seat: 'N', player: 'Maarten', team: 'A' }, hammer: { seat: 'E', player: 'Chloé', team: 'B' },
      sides: [side('A', [...teams[0]], 12, 45, 2, 3, 0, figures(9, 14, 1.7, 2.6)), side('B', [...teams[1]], 12, 30, 3, 2, 0, figures(6, 13, 1.9, 3.0))], shots: [shot('B', 'Chloé')],
    };
  }
  if (kind === 'three') {
    match = { ...base, players: '3', games: 1, stage: '', target: 100, sides: [...base.sides.map((s) => ({ ...s, total: 10 * s.total })), side('C', [player('C', 'W', 'Chloé', 6)], 8, 25, 1, 45, 0, figures(4, 9, 1.4, 2.2))] };
    lying = [...discs, disc('C1', 'C', 20, -150, 10), disc('C2', 'C', -250, 60, 5)];
  }
  if (kind === 'carrom') {
    const of = (team: string, seat: string, name: string, total: number) => side(team, [player(team, seat, name, 0)], 0, 0, 0, total, 0, figures(0, 0, 0, 0));
    match = {
      ...base, ruleset: 'CAR', event: 'Carrom League', stage: 'Match day 3', games: 1, target: 25, round: 3, sides: [of('A', 'S', 'Priya', 12), of('B', 'N', 'Willem', 17)], hammer: null,
      next: { seat: 'N', player: 'Willem', team: 'B' }, shots: [], carrom: { board: 3, left: { A: 7, B: 5 }, due: {}, colours: { A: 'white', B: 'black' }, queen: 'covered', queen_of: 'B' },
    };
    geometry = carrom;
    lying = Array.from({ length: 12 }, (_, i) => disc(`p${i}`, i % 5 > 2 || i === 7 ? 'black' : 'white', (40 + 22 * i) * Math.cos(2.4 * i + 0.3), (40 + 22 * i) * Math.sin(2.4 * i + 0.3), null, 15.5));
    lying.push(disc('s', 'striker', 60, -252.6, null, 20.65));
  }
  return {
    version: 1, program: 'sample', t: 0, frame: 0, source: '', phase: 'ready', text: '', width: 1920, height: 1080,
    rates: { captured_fps: 30, processed_fps: 30, captured: 0, dropped: 0, stage_ms: null, latency_ms: 0 },
    board: { name: kind === 'carrom' ? 'carrom-icf' : 'nca-26', game: kind === 'carrom' ? 'carrom' : 'crokinole', confidence: 1, surface_mm: 660, calibration: { rms_px: 0, rms_mm: 0, tilt_deg: 0 }, geometry, outlines: null },
    discs: lying, left_out: [], score: [], warnings: [], due: [], ghosts: [], moving: [], match, limits: [],
  };
}
