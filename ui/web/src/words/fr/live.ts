import { decimals } from '../../numbers';
import type { Mark, Seated, Side } from '../../snapshot';
import type en from '../en/live';

const n = decimals('fr');
const rate = (fps: number) => n(fps, fps > 0 && fps < 10 ? 1 : 0);
const why: Record<string, string> = { R_20: '20 points, dans le bol', R_LINE: 'touche la ligne de tir', R_RETURN: 'disque retourné', R_FOUL: 'tir non valable' };

export default {
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  score: 'Points',
  team: (name: string) => `Équipe ${name}`,
  total: 'points',
  zone: (points: string) => (points === '20' ? 'Bol des 20 points' : `Champ des ${points}`),
  zoneRow: (team: string) => `Disques de l’équipe ${team} par champ`,
  worthNothing: (n: number) => (n < 2 ? `${n} disque à 0` : `${n} disques à 0`),
  lead: (team: string, by: number) => `L’équipe ${team} mène de ${by}`,
  tie: 'Égalité',
  noScore: { title: 'Aucun disque', body: 'Les points apparaissent avec le premier disque sur la planche.' },
  noScoreLooking: { title: 'Pas encore de points', body: 'Le décompte commence quand la planche est trouvée.' },
  heldScore: 'En attente d’une vue dégagée',
  lastScore: 'Dernier état vu',
  spokenScore: (sides: Side[]) => sides.map((s) => `Équipe ${s.team} ${s.total}`).join(', '),

  picture: 'Image',
  pictureAlt: (source: string) => `Image en direct de ${source || 'la caméra'}`,
  noPicture: { title: 'Pas encore d’image', body: 'Elle apparaît avec la première image de la source.' },
  layers: {
    group: 'Dessiné sur l’image',
    rings: 'Lignes',
    footprints: 'Empreintes',
    tops: 'Dessus',
    left_out: 'Écartés',
    zoom: 'Agrandir',
  },

  game: 'Partie',
  next: 'Au tour de',
  hammer: 'Dernier tir',
  starter: 'A commencé',
  round: (n: number) => `Tour ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff: (marks: Mark[]) => `À retirer : ${marks.map((m) => m.id || 'un disque').join(', ')}`,
  takeOffWhy: (m: Mark) => `${m.id || 'Disque'} : ${why[m.why ?? ''] ?? m.why ?? ''}`,
  putBack: (marks: Mark[]) => `À remettre en place : ${marks.map((m) => m.id || 'un disque').join(', ')}`,
  putBackBody: 'Les cercles en pointillé montrent où. Ils partent quand les disques y sont de nouveau.',
  questionOf: (n: number) => `Tir ${n} : à vous de décider`,
  yes: 'Oui',
  no: 'Non',
  refused: (why: string) => `Non enregistré : ${why}`,
  noMatch: { title: 'Pas encore de partie', body: 'Elle commence avec le premier tir.' },

  shots: 'Tirs',
  noShots: { title: 'Aucun tir', body: 'Chacun est noté ici avec sa décision.' },
  shotName: (n: number, player: string) => `${n}. ${player}`,
  verdict: { valid: 'valable', foul: 'non valable', reshoot: 'nouveau tir', review: 'à décider' },
  badStart: 'mal posé',
  undo: 'Annuler le dernier tir',
  byHand: 'Montrer la planche à la main',

  figures: 'Mesures',
  figure: {
    rate: 'Images par seconde',
    rateOf: (captured: number) => `sur ${rate(captured)} par seconde`,
    dropped: 'Images perdues',
    droppedOf: (share: number) => `${n(100 * share)} % du total`,
    latency: 'Délai',
    latencyNote: 'de la prise au résultat',
    board: 'Planche',
    boardNote: (surface: number) => `surface ${Math.round(surface)} mm`,
    tilt: 'Inclinaison',
    tiltNote: 'par rapport à la verticale',
    fit: 'Ajustement',
    fitNote: (px: number) => `${n(px, 2)} px rms`,
    source: 'Source',
    none: '–',
  },
  rate,
  mm: (v: number) => `${n(v, 2)} mm`,
  warnings: 'À noter',
} satisfies typeof en;
