// Every word of the page, so that a language is one object of the same shape.

import type { Call, Disc, Mark, Phase, Seated, Side, Verdict } from './snapshot';

export type ColourName = 'black' | 'white' | 'grey' | 'natural' | 'brown' | 'orange' | 'yellow' | 'red' | 'green' | 'blue' | 'purple' | 'pink';

const en = {
  language: 'en',
  brand: 'Ditchline',
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  phase: {
    starting: 'Starting',
    looking: 'Looking for the board',
    ready: 'Live',
    hand_over_board: 'Hand over the board',
    shot_under_way: 'Shot under way',
    settling: 'Settling',
    settled: 'Settled',
    waiting_for_removal: 'Waiting for removal',
    please_check: 'Please check',
    camera_lost: 'Camera lost',
    ended: 'Ended',
  } satisfies Record<Phase, string>,
  connecting: 'Connecting',
  connectingLong: 'Asking the server for the state of the board.',
  lost: 'Server not reached',
  lostLong: (age: string) => `The server is not reached. What you see is ${age} old.`,
  lostNever: 'The server is not reached. Is Ditchline running?',
  retryIn: (s: number) => (s > 0 ? `Next try in ${s} s` : 'Trying now'),
  retryNow: 'Try now',
  age: (s: number) => (s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`),

  theme: { toDark: 'Switch to the dark theme', toLight: 'Switch to the light theme' },

  score: 'Score',
  team: (name: string) => `Team ${name}`,
  points: (n: number) => (n === 1 ? '1 point' : `${n} points`),
  total: 'points',
  zone: (points: string) => (points === '20' ? 'Twenties' : `In the ${points}`),
  zoneRow: (team: string) => `Discs of team ${team} by zone`,
  worthNothing: (n: number) => (n === 1 ? '1 disc worth 0' : `${n} discs worth 0`),
  lead: (team: string, by: number) => `Team ${team} leads by ${by}`,
  tie: 'Level',
  noScore: { title: 'No discs yet', body: 'The score appears with the first disc on the board.' },
  noScoreLooking: { title: 'No score yet', body: 'Counting begins when the board is found.' },
  heldScore: 'Held until the view is clear',
  lastScore: 'As last seen',
  spokenScore: (sides: Side[]) => sides.map((s) => `Team ${s.team} ${s.total}`).join(', '),

  picture: 'Picture',
  pictureAlt: (source: string) => `Live picture of ${source || 'the camera'}`,
  noPicture: { title: 'No picture yet', body: 'It appears with the first frame of the source.' },
  layers: {
    group: 'Drawn over the picture',
    rings: 'Rings',
    footprints: 'Footprints',
    tops: 'Tops',
    left_out: 'Left out',
    zoom: 'Zoom in',
  },

  game: 'Game',
  next: 'To shoot',
  hammer: 'Last shot',
  starter: 'Started',
  round: (n: number) => `Round ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff: (marks: Mark[]) => `Take off ${marks.map((m) => m.id || 'a disc').join(', ')}`,
  takeOffWhy: (m: Mark) => `${m.id || 'Disc'}: ${en.why[m.why ?? ''] ?? m.why ?? ''}`,
  why: { R_20: 'a twenty, into the bowl', R_LINE: 'touches the shooting line', R_RETURN: 'left and came back', R_FOUL: 'off by the foul' } as Record<string, string>,
  putBack: (marks: Mark[]) => `Put back ${marks.map((m) => m.id || 'a disc').join(', ')}`,
  putBackBody: 'The dashed circles show where. They go when the discs lie there again.',
  questionOf: (n: number) => `Shot ${n}: please decide`,
  yes: 'Yes',
  no: 'No',
  refused: (why: string) => `Not entered: ${why}`,
  noMatch: { title: 'No match yet', body: 'It begins with the first shot.' },

  shots: 'Shots',
  noShots: { title: 'No shots yet', body: 'Each is listed here with its verdict.' },
  shotName: (n: number, player: string) => `${n}. ${player}`,
  verdict: { valid: 'valid', foul: 'foul', reshoot: 'shoot again', review: 'please decide' } satisfies Record<Verdict, string>,
  badStart: 'not placed rightly',
  undo: 'Undo the last shot',
  lineCall: 'Line call',
  calibrate: 'By hand',

  board: 'Board from above',
  boardLabel: (n: number) => `The board from above with ${n === 1 ? '1 disc' : `${n} discs`}`,
  noBoard: {
    starting: { title: 'Waiting for the source', body: 'The board is drawn here when the first picture has come.' },
    looking: { title: 'Looking for the board', body: 'Show the whole playing surface to the camera. Any angle up to 60° will do.' },
    other: { title: 'No board found', body: 'The board is drawn here as soon as it is seen.' },
  },
  discLabel: (d: Disc) => `${discName(d)}, ${discWorth(d)}`,
  discName,
  discWorth,
  chooseDisc: 'Tap a disc to measure it',
  noDiscs: 'No discs on the board',
  disc: {
    close: 'Close',
    place: 'Place',
    xy: (x: number, y: number) => `x ${mm(x)}, y ${mm(y)} mm`,
    sd: (sd: number) => `± ${sd.toFixed(2)} mm`,
    lines: 'Lines within 10 mm',
    noLines: 'No line within 10 mm of its edge.',
    line: (name: string) => (name === '5' ? 'Shooting line' : `The ${name}`),
    clearance: (gap: number, sd: number) => `${mm(gap, 2)} ± ${sd.toFixed(2)} mm`,
    likely: (p: number) => `${p > 0.999 ? 'over 99.9' : p < 0.001 ? 'under 0.1' : (100 * p).toFixed(p > 0.005 && p < 0.995 ? 0 : 1)} % likely to touch`,
    state: { flat: 'on the surface', in_hole: 'in the hole', leaning: 'leaning in the hole', ditch: 'in the ditch' } as Record<string, string>,
  },
  call: { touching: 'touching', clear: 'clear', too_close: 'too close to call' } satisfies Record<Call, string>,
  ghost: (why: string) => `Left out: ${why}`,
  ghostBody: 'It looks like a disc, but does not count.',

  figures: 'Figures',
  figure: {
    rate: 'Frame rate',
    rateOf: (captured: number) => `of ${rate(captured)} a second`,
    dropped: 'Dropped frames',
    droppedOf: (share: number) => `${(100 * share).toFixed(1)} % of all`,
    latency: 'Delay',
    latencyNote: 'capture to result',
    board: 'Board',
    boardNote: (surface: number) => `surface ${Math.round(surface)} mm`,
    tilt: 'Camera tilt',
    tiltNote: 'from straight above',
    fit: 'Fit',
    fitNote: (px: number) => `${px.toFixed(2)} px rms`,
    source: 'Source',
    none: '–',
  },
  rate,
  warnings: 'Please note',

  colour: {
    black: 'black', white: 'white', grey: 'grey', natural: 'natural wood', brown: 'brown', orange: 'orange',
    yellow: 'yellow', red: 'red', green: 'green', blue: 'blue', purple: 'purple', pink: 'pink',
  } satisfies Record<ColourName, string>,
};

export type Text = typeof en;
export const text: Text = en;

/** mm with a true minus sign. */
function mm(v: number, digits = 1): string {
  return v.toFixed(digits).replace(/^-(?=.*[1-9])/, '\u2212').replace(/^-/, '');
}

function rate(fps: number): string {
  return fps > 0 && fps < 10 ? fps.toFixed(1) : fps.toFixed(0);
}

function discName(d: Disc): string {
  return `Disc of team ${d.team}`;
}

function discWorth(d: Disc): string {
  const where = en.disc.state[d.state] ?? d.state;
  return d.points === null ? where : `${en.points(d.points)}, ${where}`;
}
