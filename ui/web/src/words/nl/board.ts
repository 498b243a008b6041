import { decimals } from '../../numbers';
import type { Disc } from '../../snapshot';
import type en from '../en/board';

const n = decimals('nl');
const points = (v: number) => (v === 1 ? '1 punt' : `${v} punten`);
const state: Record<string, string> = { flat: 'op het bord', in_hole: 'in het 20p-gat', leaning: 'half in het 20p-gat', ditch: 'in de gracht' };
const worth = (d: Disc) => (d.points === null ? (state[d.state] ?? d.state) : `${points(d.points)}, ${state[d.state] ?? d.state}`);
const pieces: Record<string, string> = { white: 'Witte steen', black: 'Zwarte steen', queen: 'Koningin', striker: 'Striker' };
const carromLines: Record<string, string> = { base_inner: 'Binnenste basislijn', base_outer: 'Buitenste basislijn', base_circle: 'Basiscirkel', pocket: 'Rand van het gat', pocket_half: 'Half boven het gat', pocket_fall: 'Zijn val' };
const name = (d: Disc) => pieces[d.team] ?? `Schijf van team ${d.team}`;

export default {
  title: 'Bord van boven',
  label: (discs: number) => `Het bord van boven met ${discs === 1 ? '1 schijf' : `${discs} schijven`}`,
  none: {
    starting: { title: 'Wacht op de bron', body: 'Het bord wordt hier getekend zodra het eerste beeld er is.' },
    looking: { title: 'Zoekt het bord', body: 'Toon het hele speelvlak aan de camera. Elke hoek tot 60° volstaat.' },
    other: { title: 'Geen bord gevonden', body: 'Het bord wordt hier getekend zodra het gezien wordt.' },
  },
  chooseDisc: 'Tik op een schijf om ze te meten',
  noDiscs: 'Geen schijven op het bord',
  points,
  discLabel: (d: Disc) => `${name(d)}, ${worth(d)}`,
  discName: name,
  discWorth: worth,
  close: 'Sluiten',
  xy: (x: number, y: number) => `x ${n(x)}, y ${n(y)} mm`,
  sd: (sd: number) => `± ${n(sd, 2)} mm`,
  lines: 'Lijnen binnen 10 mm',
  noLines: 'Geen lijn binnen 10 mm van de rand.',
  line: (line: string) => (line === '5' ? 'Startlijn' : (carromLines[line] ?? `De ${line}p-lijn`)),
  clearance: (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`,
  likely: (p: number) => `${p > 0.999 ? 'meer dan 99,9' : p < 0.001 ? 'minder dan 0,1' : n(100 * p, p > 0.005 && p < 0.995 ? 0 : 1)} % kans op raken`,
  call: { touching: 'raakt', clear: 'raakt niet', too_close: 'te krap' },
  ghost: (why: string) => `Niet meegeteld: ${why}`,
  ghostBody: 'Het lijkt op een schijf, maar telt niet.',
} satisfies typeof en;
