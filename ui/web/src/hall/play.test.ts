import { expect, test } from 'vitest';
import { figuresOf, piecesBack, snapshotOf, toTakeOff, type Play, type PlayMatch, type PlayShot } from './play';
import { surfaceOf, type BoardModel } from './surface';

const nca: BoardModel = {
  name: 'nca-26', game: 'crokinole', surface_radius: 330.2, rings: { r15: 101.6, r10: 203.2, r5: 304.8 }, line_width: 1.6, hole: { radius: 17.46 },
  pegs: { count: 8, circle: 101.6, start_deg: 22.5, diameter: 7.5 }, quadrants: { start_deg: 45, from: 203.2, to: 304.8 }, ditch: { width: 51 }, disc: { radius: 15.875 },
};

const shot = (n: number, team: string, reason: string, removed: PlayShot['removed'] = [], round = 1): PlayShot => ({
  seq: n + 1, round, n, at: '', team, player: team, disc: `${team}${n}`, verdict: reason.startsWith('F') ? 'foul' : 'valid', reason, removed,
  twenties: reason === 'OK_OPEN_20' ? { [team]: 1 } : {}, because: [], text: '',
});

const match: PlayMatch = {
  id: 'm', ruleset: 'NCA', players: '2', begun: true, phase: 'playing', round: 1, starter: null, hammer: null, next: null,
  sides: [{ team: 'A', name: 'Ann', unplayed: 6, board: 15, twenties: 1, points: 35, total: 2, color: '#123456' }, { team: 'B', name: 'Bob', unplayed: 7, board: 0, twenties: 0, points: 0, total: 0 }],
  discs: [{ id: 'A1', team: 'A', state: 'flat', x_mm: 50, y_mm: 20 }, { id: 'A2', team: 'A', state: 'flat', x_mm: 0, y_mm: -290 }, { id: 'B1', team: 'B', state: 'in_hole', x_mm: 0, y_mm: 0 }],
  shots: [shot(1, 'A', 'OK_OPEN_20'), shot(2, 'B', 'F_NO_CONTACT', [{ id: 'B2', owner: 'B', why: 'R_FOUL' }, { id: 'B3', owner: 'B', why: 'R_FOUL' }, { id: 'A9', owner: 'A', why: 'R_DITCH' }])],
  reviews: [], rounds: [],
};
const play = (m: Partial<PlayMatch> = {}): Play => ({ table: '1', clock_skew_s: 0, title: 'Cup', upcoming: [], play: { ...match, ...m } });

test('a surface is drawn as its model has it', () => {
  const s = surfaceOf(nca).geometry;
  expect(s.pegs).toHaveLength(8);
  expect(Math.hypot(...s.pegs![0]!)).toBeCloseTo(101.6);
  expect(s.quadrants).toHaveLength(4);
  expect(s.quadrants![0]!.map(Math.round)).toEqual([144, 144, 216, 216]);
  expect(surfaceOf({ ...nca, quadrants: { start_deg: 45, from: 0, to: 0 } }).geometry.quadrants).toEqual([]);
});

test('what must be taken off is that of the last shot, but not what lies in the ditch', () => {
  expect(toTakeOff(match)).toEqual([{ team: 'B', why: 'R_FOUL', discs: 2 }]);
  expect(toTakeOff({ ...match, round: 2 })).toEqual([]);
  expect(toTakeOff({ ...match, phase: 'over' })).toEqual([]);
});

test('figures are those of the log', () => {
  expect(figuresOf('A', match.shots)).toEqual({ shots: 1, twenties: 1, open_twenties: { n: 1, of: 1 }, fouls: 0 });
  expect(figuresOf('B', match.shots)).toMatchObject({ fouls: 1, open_twenties: { n: 0, of: 0 } });
});

test('a match is the state of a board', () => {
  const v = snapshotOf(play(), surfaceOf(nca))!;
  expect(v.discs.map((d) => [d.color, d.points])).toEqual([['#123456', 15], ['#123456', 0], ['#e8dcc0', 20]]);
  expect(v.match).toMatchObject({ event: 'Cup', round: 1, sides: [{ name: 'Ann', total: 2 }, { name: 'Bob', color: '#e8dcc0' }] });
  expect(v.match!.shots.map((s) => s.n)).toEqual([1, 2]);
  expect(snapshotOf({ ...play(), play: undefined }, undefined)).toBeNull();
});

const carrom: PlayMatch = {
  ...match,
  ruleset: 'CAR', round: 2,
  carrom: { board: 2, left: { A: 2, B: 1 }, due: { A: 0, B: 0 }, colours: { A: 'black', B: 'white' }, queen: 'board' },
  discs: [{ id: '1', team: 'black', state: 'flat', x_mm: 50, y_mm: 20 }, { id: '2', team: 'white', state: 'flat', x_mm: -50, y_mm: 20 }],
  shots: [
    { ...shot(1, 'B', '', [], 1), game: 1, pocketed: { white: 1 }, put_back: {} },
    { ...shot(1, 'A', '', [], 2), game: 1, pocketed: { striker: 1 }, put_back: { black: 1, queen: 1 } },
  ],
};
const icf: BoardModel = { name: 'carrom-icf', game: 'carrom', disc: { radius: 15.9 }, carrom: { side: 740 } as never };

test('a carrom match is the state of a board, its pieces by their kind', () => {
  const v = snapshotOf(play(carrom), surfaceOf(icf))!;
  expect(v.discs.map((d) => [d.color, d.points])).toEqual([['#2b2724', null], ['#e6d3a8', null]]);
  expect(v.match!.sides.map((s) => s.color)).toEqual(['#2b2724', '#e6d3a8']);
  expect(v.match!.shots).toHaveLength(1); // of this board
  expect(v.match!.carrom).toEqual(carrom.carrom);
  expect(v.board!.surface_mm).toBe(740);
});

test('what the last stroke asks for goes back, until it lies there', () => {
  expect(piecesBack(carrom)).toEqual({ black: 1, queen: 1 });
  expect(piecesBack({ ...carrom, discs: [...carrom.discs, { id: '3', team: 'queen', state: 'flat', x_mm: 0, y_mm: 0 }] })).toEqual({ black: 1 });
  expect(piecesBack({ ...carrom, round: 3 })).toEqual({}); // the next board has begun
  expect(piecesBack(match)).toEqual({});
});
