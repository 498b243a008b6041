import type { LineDispute } from '../../dispute/api';
import { decimals } from '../../numbers';
import type en from '../en/dispute';

const n = decimals('fr');
const lineName = (line: string) => (line === '5' ? 'ligne de tir' : `ligne des ${line}`);

export default {
  pageTitle: (answer: string) => (answer ? `${answer} · Disque litigieux · Ditchline` : 'Disque litigieux · Ditchline'),
  title: 'Disque litigieux',
  intro: 'Le disque touche-t-il la ligne ? Montrez-le à la caméra ou choisissez des photos. Deux ou trois, de côtés différents, rendent la réponse plus sûre.',

  take: 'Prendre une photo',
  choose: 'Choisir des photos',
  drop: 'ou déposez-les ici',
  tips: 'Montrez toute la planche, nette, d’aussi haut que possible. Ne touchez pas aux disques entre-temps.',
  chosen: 'Photos choisies',
  remove: (name: string) => `Retirer ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} ko` : `${n(bytes / 1e6)} Mo`),
  line: 'Quelle ligne ?',
  lines: { '': 'Toutes', '15': 'Ligne des 15', '10': 'Ligne des 10', '5': 'Ligne de tir' } as Record<string, string>,
  board: 'Planche',
  boardUnknown: 'Incertain : d’après l’image',
  boardHint: 'Une image ne montre pas la taille d’une planche : nommez la vôtre.',
  surface: 'Diamètre de la surface de jeu, mm',
  surfaceHint: 'Si vous l’avez mesuré ; sinon laissez vide.',
  ask: 'Mesurer',
  askLive: (name: string) => `Demander pour ${name === 'board' || name === 'main' ? 'la planche en direct' : name}`,
  cancel: 'Abandonner',
  sending: (percent: number) => `Envoi, ${percent} %`,
  measuring: 'Mesure : la planche, les disques, et la certitude de chaque bord.',
  cancelled: 'Abandonné.',

  answer: 'Réponse',
  call: { touching: 'Touche', clear: 'Ne touche pas', too_close: 'Trop juste pour trancher', none: 'Aucun disque près d’une ligne' },
  lineName,
  points: (d: LineDispute) =>
    d.points.clear === d.points.touching ? `${d.points.clear} points dans les deux cas` : `${d.points.clear} points s’il ne touche pas, ${d.points.touching} s’il touche`,
  others: 'Tous ceux qui sont proches',
  pictureAlt: (d: LineDispute) => `Le disque à la ${lineName(d.line)}, vu d’en haut, agrandi : ${d.text}`,
  zoomHint: 'Pincez, tournez la molette ou pressez + et − pour agrandir.',
  share: 'Partager',
  save: 'Enregistrer l’image',
  print: 'Imprimer',
  json: 'Chiffres en JSON',
  again: 'Un autre disque litigieux',
  alone: (file: string) => `${file} seule`,
  mm: (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`,
  disagree: (sigma: number) => `Les photos se contredisent de ${n(sigma)} sigma : quelque chose a-t-il bougé entre elles ? L’incertitude est élargie.`,
  failed: 'Non mesuré',
  byHand: 'Montrer la planche à la main',
  earlier: 'Disques litigieux précédents',
  forget: 'Supprimer celui-ci',
  forgotten: 'Supprimé.',
  notes: 'À noter',
  problems: {
    offline: 'Le serveur est injoignable. Ditchline est-il lancé ?',
    gone: 'Ce disque litigieux n’est plus conservé.',
    heading: 'Cela n’a pas fonctionné',
  },
  when: (iso: string) => new Date(iso).toLocaleString('fr', { dateStyle: 'medium', timeStyle: 'short' }),
} satisfies typeof en;
