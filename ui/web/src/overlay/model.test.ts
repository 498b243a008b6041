import { describe, expect, it } from 'vitest';
import type { Match, Snapshot } from '../snapshot';
import { edgeOn, fit, inUnits, percent, rows, showGames, underReview, verdictKey } from './model';

const seat = (seat: string, player: string, team: string) => ({ seat, player, team });
const match: Match = {
  id: 'm1', ruleset: 'NED', players: '2', begun: true, phase: 'playing', round: 3, games: 3, starter: seat('S', 'Anna', 'A'), hammer: seat('N', 'Ben', 'B'), next: seat('N', 'Ben', 'B'),
  sides: [
    { team: 'A', name: 'Anna', unplayed: 5, board: 40, twenties: 2, points: 80, total: 6, games: 1, color: '#202020', dealt: 8, players: [{ seat: 'S', name: 'Anna', left: 5 }] },
    { team: 'B', name: 'Ben', unplayed: 6, board: 0, twenties: 0, points: 0, total: 4, games: 0, dealt: 8, players: [{ seat: 'N', name: 'Ben', left: 6 }] },
  ],
  shots: [], reviews: [], anomalies: [], rounds: [], standing: '',
};
const state = (m: Partial<Match> = {}): Snapshot => ({
  version: 1, program: 'p', t: 0, frame: 0, source: 's', phase: 'ready', text: '', width: 0, height: 0,
  rates: { captured_fps: 0, processed_fps: 0, captured: 0, dropped: 0, stage_ms: null, latency_ms: 0 },
  board: null, discs: [], left_out: [], score: [{ team: 'B', color: '#eeddbb', zones: null, board: 0, twenties: 0, total: 0 }], warnings: [], due: [], ghosts: [], moving: [], limits: [],
  match: { ...match, ...m },
});

describe('the rows', () => {
  it('are empty without a match', () => {
    expect(rows(null, { names: '' })).toEqual([]);
    expect(rows({ ...state(), match: null }, { names: '' })).toEqual([]);
  });
  it('tell each side’s figures, discs, hammer and turn', () => {
    const [a, b] = rows(state(), { names: '' });
    expect(a).toMatchObject({ name: 'Anna', twenties: 2, round: 80, points: 6, games: 1, first: true, hammer: false, next: false, dots: { color: '#202020', left: 5, of: 8 }, people: [] });
    expect(b).toMatchObject({ name: 'Ben', color: '#eeddbb', hammer: true, next: true, dots: { left: 6, of: 8 } });
  });
  it('take names from the address', () => {
    expect(rows(state(), { names: 'Zoë| Jürg ' }).map((r) => r.name)).toEqual(['Zoë', 'Jürg']);
    expect(rows(state(), { names: '|Jürg' }).map((r) => r.name)).toEqual(['Anna', 'Jürg']);
  });
  it('tell the players of a pair, each with the own discs', () => {
    const pair = { ...match.sides[0]!, name: 'Anna & Cas', dealt: 12, unplayed: 7, players: [{ seat: 'S', name: 'Anna', left: 3 }, { seat: 'N', name: 'Cas', left: 4 }] };
    const [a] = rows(state({ sides: [pair, match.sides[1]!], next: seat('N', 'Cas', 'A') }), { names: '' });
    expect(a!.people).toMatchObject([{ name: 'Anna', next: false, dots: { left: 3, of: 6 } }, { name: 'Cas', next: true, dots: { left: 4, of: 6 } }]);
    expect(rows(state({ sides: [pair, match.sides[1]!] }), { names: 'Team One|' })[0]!.people).toEqual([]);
  });
  it('tell the pieces left and the queen of a carrom board', () => {
    const carrom = { board: 2, left: { A: 7, B: 3 }, due: {}, colours: { A: 'white', B: 'black' }, queen: 'pending', queen_of: 'B' } as const;
    const [a, b] = rows(state({ carrom }), { names: '' });
    expect(a).toMatchObject({ dots: { left: 7, of: 9 }, queen: '' });
    expect(b).toMatchObject({ dots: { left: 3, of: 9 }, queen: 'pending' });
    expect(a!.color).not.toBe(b!.color);
  });
  it('show games where there are several, or as wished', () => {
    expect([showGames(match, 'auto'), showGames({ ...match, games: 1 }, 'auto'), showGames(undefined, 'auto'), showGames(undefined, 'on'), showGames(match, 'off')]).toEqual([true, false, false, true, false]);
  });
});

describe('the last verdict', () => {
  const shot = { seq: 4, n: 2, team: 'A', player: 'Anna', disc: 'A1', verdict: 'review' as const, reason: 'F_NO_CONTACT', text: '', start_valid: true, twenties: {} };
  it('is another one when it changes', () => {
    const keys = [verdictKey(state()), verdictKey(state({ shots: [shot] })), verdictKey(state({ shots: [{ ...shot, verdict: 'foul' }] })), verdictKey(state({ shots: [{ ...shot, seq: 6 }] }))];
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toBe('');
  });
  it('is under review until it was answered', () => {
    const review = { of: 4, n: 2, key: 'k', text: '', p: 0.5, yes: '', no: '' };
    expect(underReview(state({ shots: [shot], reviews: [review] }))).toBe(true);
    expect(underReview(state({ shots: [shot] }))).toBe(false);
    expect(underReview(state({ shots: [{ ...shot, verdict: 'foul' }], reviews: [review] }))).toBe(false);
  });
});

describe('figures', () => {
  it('are in the units asked for', () => {
    expect(inUnits(2, 'ms')).toBe(2);
    expect(inUnits(2, 'kmh')).toBeCloseTo(7.2);
    expect(inUnits(2, 'mph')).toBeCloseTo(4.474, 3);
    expect([percent({ n: 2, of: 3 }), percent({ n: 0, of: 0 }), percent(undefined)]).toEqual([67, null, null]);
  });
  it('names shrink to their room, to a least', () => {
    const wide = (size: number) => size * 20;
    expect([fit(30, 20, 700, wide), fit(30, 20, 500, wide), fit(30, 20, 100, wide)]).toEqual([30, 25, 20]);
  });
  it('edges set a disc off from a paper like it', () => {
    expect(edgeOn('#1b1b1b', '#17130f')).not.toBe('transparent');
    expect(edgeOn('#f4ead8', '#fffdf8')).not.toBe('transparent');
    expect(edgeOn('#c03028', '#17130f')).toBe('transparent');
  });
});
