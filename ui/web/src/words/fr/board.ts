import { decimals } from '../../numbers';
import type { Disc } from '../../snapshot';
import type en from '../en/board';

const n = decimals('fr');
const points = (v: number) => (v < 2 ? `${v} point` : `${v} points`);
const state: Record<string, string> = { flat: 'sur la planche', in_hole: 'dans le trou central', leaning: 'à moitié dans le trou', ditch: 'dans la rigole' };
const worth = (d: Disc) => (d.points === null ? (state[d.state] ?? d.state) : `${points(d.points)}, ${state[d.state] ?? d.state}`);
const pieces: Record<string, string> = { white: 'Pion blanc', black: 'Pion noir', queen: 'Reine', striker: 'Palet' };
const carromLines: Record<string, string> = { base_inner: 'Ligne de base intérieure', base_outer: 'Ligne de base extérieure', base_circle: 'Cercle de base', pocket: 'Bord du trou', pocket_half: 'À moitié sur le trou', pocket_fall: 'Sa chute' };
const name = (d: Disc) => pieces[d.team] ?? `Disque de l’équipe ${d.team}`;

export default {
  title: 'La planche vue d’en haut',
  label: (discs: number) => `La planche vue d’en haut avec ${discs} ${discs < 2 ? 'disque' : 'disques'}`,
  none: {
    starting: { title: 'En attente de la source', body: 'La planche est dessinée ici dès la première image.' },
    looking: { title: 'Recherche de la planche', body: 'Montrez toute la surface de jeu à la caméra. Tout angle jusqu’à 60° convient.' },
    other: { title: 'Aucune planche trouvée', body: 'La planche est dessinée ici dès qu’elle est vue.' },
  },
  chooseDisc: 'Touchez un disque pour le mesurer',
  noDiscs: 'Aucun disque sur la planche',
  points,
  discLabel: (d: Disc) => `${name(d)}, ${worth(d)}`,
  discName: name,
  discWorth: worth,
  close: 'Fermer',
  xy: (x: number, y: number) => `x ${n(x)}, y ${n(y)} mm`,
  sd: (sd: number) => `± ${n(sd, 2)} mm`,
  lines: 'Lignes à moins de 10 mm',
  noLines: 'Aucune ligne à moins de 10 mm de son bord.',
  line: (line: string) => (line === '5' ? 'Ligne de tir' : (carromLines[line] ?? `Ligne des ${line}`)),
  clearance: (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`,
  likely: (p: number) => `contact probable à ${p > 0.999 ? 'plus de 99,9' : p < 0.001 ? 'moins de 0,1' : n(100 * p, p > 0.005 && p < 0.995 ? 0 : 1)} %`,
  call: { touching: 'touche', clear: 'ne touche pas', too_close: 'trop juste' },
  ghost: (why: string) => `Écarté : ${why}`,
  ghostBody: 'Cela ressemble à un disque, mais ne compte pas.',
} satisfies typeof en;
