// One table's match in full, and the same as the state of a board: so the
// pages and the overlay of a lone board show a hall's table too.

import { pieceColour, toPutBack } from '../carrom';
import { discColour } from './colours';
import type { Surface } from './surface';
import type { Pairing, TableLine } from './types';
import type { CarromMatch, Match, MatchSide, Said, SideFigures, Snapshot, Verdict } from '../snapshot';

export interface PlayShot extends Said {
  seq: number;
  game?: number; // of a carrom stroke
  round: number; // in carrom the board
  n: number;
  at: string;
  team: string;
  player: string;
  disc: string;
  likely?: Verdict;
  removed: { id: string; owner: string; why: string }[];
  because: string[];
  text: string;
}

export interface PlayRound {
  game: number;
  round: number;
  partial?: boolean;
  counts: Record<string, { board: number; twenties: number }>;
  added: Record<string, number>;
  totals: Record<string, number>;
  winner?: string;
}

export interface PlayMatch extends Pick<Match, 'id' | 'ruleset' | 'players' | 'event' | 'stage' | 'table' | 'target' | 'games' | 'game' | 'begun' | 'phase' | 'round' | 'starter' | 'hammer' | 'next' | 'winners'> {
  sides: Omit<MatchSide, 'figures'>[];
  discs: { id: string; team: string; state: string; x_mm: number; y_mm: number }[];
  shots: PlayShot[];
  reviews: { of: number; key: string; kind: string; discs: string[]; text: string }[];
  rounds: PlayRound[];
  carrom?: CarromMatch;
}

/** /api/v1/tables/NAME/play */
export interface Play extends TableLine {
  title?: string;
  play?: PlayMatch;
  upcoming: Pairing[];
}

/** The shots of the round that is being played; before its first, of the last one. */
const newestRound = (shots: readonly PlayShot[]): PlayShot[] => shots.filter((s) => s.round === shots.at(-1)?.round && s.game === shots.at(-1)?.game);

/** The pieces that people must lay back in the middle now: those of the last stroke of this board that do not lie there. */
export function piecesBack(m: PlayMatch): Record<string, number> {
  const last = m.shots.at(-1);
  return !m.carrom || !last || last.round !== m.round || m.phase === 'over' ? {} : toPutBack(last, m.carrom, m.discs);
}

/** The discs that people must take off now: those of the last shot of this round, by owner and reason. */
export function toTakeOff(m: PlayMatch): { team: string; why: string; discs: number }[] {
  const last = m.shots.at(-1);
  if (!last || last.round !== m.round || m.phase === 'over' || last.verdict === 'reshoot') return [];
  const sum = new Map<string, { team: string; why: string; discs: number }>();
  for (const r of last.removed) {
    if (r.why === 'R_DITCH') continue; // it lies there already
    const key = `${r.owner} ${r.why}`;
    const one = sum.get(key) ?? { team: r.owner, why: r.why, discs: 0 };
    one.discs++;
    sum.set(key, one);
  }
  return [...sum.values()];
}

/** A side's figures over the match, as the log tells them: it knows no speeds. */
export function figuresOf(side: string, shots: readonly PlayShot[]): SideFigures {
  const own = shots.filter((s) => s.team === side);
  const open = own.filter((s) => ['OK_OPEN', 'OK_OPEN_20', 'F_OPEN_SHORT'].includes(s.reason));
  return {
    shots: own.length,
    twenties: own.reduce((n, s) => n + (s.twenties[side] ?? 0), 0),
    open_twenties: { n: open.filter((s) => s.reason === 'OK_OPEN_20').length, of: open.length },
    fouls: own.filter((s) => s.verdict === 'foul').length,
  };
}

/** A table's match as the state of a board; null while nothing was played there. */
export function snapshotOf(p: Play, s: Surface | undefined): Snapshot | null {
  const m = p.play;
  if (!m) return null;
  const radius = s?.disc ?? 15.9;
  const points = (d: { x_mm: number; y_mm: number; state: string }): number => {
    if (d.state === 'in_hole') return 20;
    const g = s?.geometry;
    const reach = Math.hypot(d.x_mm, d.y_mm) + radius;
    return !g || d.state === 'leaning' ? 15 : reach < g.r15 ? 15 : reach < g.r10 ? 10 : reach < g.r5 ? 5 : 0;
  };
  const sides = m.sides.map((x): MatchSide => ({ ...x, color: pieceColour[m.carrom?.colours[x.team] ?? ''] ?? discColour(x.team, x.color), figures: figuresOf(x.team, m.shots) }));
  return {
    version: p.view?.events ?? 0,
    program: 'hall',
    t: 0,
    frame: 0,
    source: '',
    phase: 'ready',
    text: '',
    width: 0,
    height: 0,
    rates: { captured_fps: 0, processed_fps: 0, captured: 0, dropped: 0, stage_ms: null, latency_ms: 0 },
    board: s ? { name: s.name, game: s.game, confidence: 1, surface_mm: s.geometry.carrom?.side ?? 2 * s.geometry.surface_radius, calibration: { rms_px: 0, rms_mm: 0, tilt_deg: 0 }, geometry: s.geometry, outlines: null } : null,
    discs: m.discs.map((d) => ({
      ...d,
      sd_mm: 0,
      radius_mm: radius,
      color: (m.carrom ? pieceColour[d.team] : sides.find((x) => x.team === d.team)?.color) ?? '#888888',
      points: m.carrom ? null : points(d),
      lines: null,
      footprint_px: null,
      top_px: null,
    })),
    left_out: [],
    score: sides.map((x) => ({ team: x.team, color: x.color ?? '', zones: null, board: x.board, twenties: x.twenties, total: x.points })),
    warnings: [],
    due: [],
    ghosts: [],
    moving: [],
    match: {
      ...m,
      event: p.title ?? m.event,
      sides,
      shots: newestRound(m.shots).map((x) => ({ ...x, start_valid: !x.start_reasons?.length })),
      reviews: m.reviews.map((q) => ({ ...q, n: m.shots.find((x) => x.seq === q.of)?.n ?? 0, p: 0.5, yes: '', no: '' })),
      anomalies: [],
      rounds: m.rounds,
      standing: '',
    } as Match,
    limits: [],
  };
}
