// The words about a board from above, and about one disc.
import { decimals } from '../../numbers';
import type { Call, Disc } from '../../snapshot';

const n = decimals('en');
const points = (v: number) => (v === 1 ? '1 point' : `${v} points`);
const state: Record<string, string> = { flat: 'on the surface', in_hole: 'in the hole', leaning: 'leaning in the hole', ditch: 'in the ditch' };
const worth = (d: Disc) => (d.points === null ? (state[d.state] ?? d.state) : `${points(d.points)}, ${state[d.state] ?? d.state}`);
const pieces: Record<string, string> = { white: 'White piece', black: 'Black piece', queen: 'Queen', striker: 'Striker' };
const carromLines: Record<string, string> = { base_inner: 'Inner base line', base_outer: 'Outer base line', base_circle: 'Base circle', pocket: 'Pocket’s rim', pocket_half: 'Half over the pocket', pocket_fall: 'Its fall' };
const name = (d: Disc) => pieces[d.team] ?? `Disc of team ${d.team}`;

export default {
  title: 'Board from above',
  label: (discs: number) => `The board from above with ${discs === 1 ? '1 disc' : `${discs} discs`}`,
  none: {
    starting: { title: 'Waiting for the source', body: 'The board is drawn here when the first picture has come.' },
    looking: { title: 'Looking for the board', body: 'Show the whole playing surface to the camera. Any angle up to 60° will do.' },
    other: { title: 'No board found', body: 'The board is drawn here as soon as it is seen.' },
  },
  chooseDisc: 'Tap a disc to measure it',
  noDiscs: 'No discs on the board',
  points,
  discLabel: (d: Disc) => `${name(d)}, ${worth(d)}`,
  discName: name,
  discWorth: worth,
  close: 'Close',
  xy: (x: number, y: number) => `x ${n(x)}, y ${n(y)} mm`,
  sd: (sd: number) => `± ${n(sd, 2)} mm`,
  lines: 'Lines within 10 mm',
  noLines: 'No line within 10 mm of its edge.',
  line: (line: string) => (line === '5' ? 'Shooting line' : (carromLines[line] ?? `The ${line}`)),
  clearance: (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`,
  likely: (p: number) => `${p > 0.999 ? 'over 99.9' : p < 0.001 ? 'under 0.1' : n(100 * p, p > 0.005 && p < 0.995 ? 0 : 1)} % likely to touch`,
  call: { touching: 'touching', clear: 'clear', too_close: 'too close to call' } satisfies Record<Call, string>,
  ghost: (why: string) => `Left out: ${why}`,
  ghostBody: 'It looks like a disc, but does not count.',
};
