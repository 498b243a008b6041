import type { Call, LineCall, LineDispute, StrikerPlace } from '../../dispute/api';
import { decimals } from '../../numbers';
import type en from '../en/dispute';

const n = decimals('fr');
const names: Record<string, string> = {
  '5': 'ligne de tir',
  base_inner: 'ligne de base intérieure',
  base_outer: 'ligne de base extérieure',
  base_circle: 'cercle de base',
  pocket: 'bord du trou',
  pocket_half: 'à moitié sur le trou ?',
  pocket_fall: 'tombe-t-il ?',
};
const lineName = (line: string) => names[line] ?? `ligne des ${line}`;

const mm = (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`;
const percent = (p: number) => (p < 0.001 ? 'moins de 0,1 %' : p > 0.999 ? 'plus de 99,9 %' : `${n(100 * p, p < 0.1 || p > 0.9 ? 1 : 0)} %`);

const headings: Record<string, Record<Call, string>> = {
  pocket: { touching: 'Au-dessus du bord', clear: 'À côté du bord', too_close: 'Trop juste pour trancher' },
  pocket_half: { touching: 'À moitié au-dessus du trou', clear: 'Moins de la moitié au-dessus', too_close: 'Trop juste pour trancher' },
  pocket_fall: { touching: 'Il tombe', clear: 'Il ne tombe pas', too_close: 'Trop juste pour trancher' },
};

function said(c: LineCall): string {
  const gap = mm(c.clearance_mm, c.sd_mm);
  const over = mm(-c.clearance_mm, c.sd_mm);
  if (c.call === 'too_close') return `${gap} ; probabilité ${({ pocket: 'de dépasser le bord', pocket_half: 'd’être à moitié au-dessus', pocket_fall: 'de tomber' } as Record<string, string>)[c.line] ?? 'de toucher'} : ${percent(c.p_touching)}`;
  const touching = c.call === 'touching';
  switch (c.line) {
    case 'pocket':
      return touching ? `dépasse le bord de ${over}` : `à ${gap} du bord`;
    case 'pocket_half':
      return touching ? `son centre dépasse le bord de ${over}` : `son centre est à ${gap} du bord`;
    case 'pocket_fall':
      return touching ? `son centre est ${over} au-delà de l’appui` : `son centre est à ${gap} de la chute`;
  }
  return touching ? `dépasse le bord de la ligne de ${over}` : `à ${gap} de la ligne`;
}

function points(d: LineDispute): string {
  if (d.line === 'base_inner' || d.line === 'base_outer') return 'le palet doit toucher les deux lignes';
  if (d.line === 'base_circle') return 'le palet ne doit pas le toucher';
  if (!d.points) return '';
  return d.points.clear === d.points.touching ? `${d.points.clear} points dans les deux cas` : `${d.points.clear} points s’il ne touche pas, ${d.points.touching} s’il touche`;
}

export default {
  pageTitle: (answer: string) => (answer ? `${answer} · Disque litigieux · Ditchline` : 'Disque litigieux · Ditchline'),
  title: 'Disque litigieux',
  intro: 'Le disque touche-t-il la ligne ? Le palet est-il bien placé, un pion dépasse-t-il sur le trou ? Montrez-le à la caméra ou choisissez des photos. Deux ou trois, de côtés différents, rendent la réponse plus sûre.',

  take: 'Prendre une photo',
  choose: 'Choisir des photos',
  drop: 'ou déposez-les ici',
  tipsCarrom: 'Montrez tout le plateau, net, d’aussi haut que possible. Ne touchez pas aux pions entre-temps.',
  tips: 'Montrez toute la planche, nette, d’aussi haut que possible. Ne touchez pas aux disques entre-temps.',
  chosen: 'Photos choisies',
  remove: (name: string) => `Retirer ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} ko` : `${n(bytes / 1e6)} Mo`),
  line: 'Quelle ligne ?',
  lines: { '': 'Toutes', '15': 'Ligne des 15', '10': 'Ligne des 10', '5': 'Ligne de tir', base: 'Lignes de base', circle: 'Cercles de base', pocket: 'Trous' } as Record<string, string>,
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
  points,
  said,
  heading: (c: LineCall) => headings[c.line]?.[c.call],
  striker: (s: StrikerPlace) =>
    s.call === 'valid'
      ? 'Le palet est bien placé : sur les deux lignes, hors des cercles'
      : s.call === 'too_close'
        ? `Trop juste pour dire si le palet est bien placé (${percent(s.p_valid)})`
        : s.code === 'F_STRIKER_CIRCLE'
          ? 'Le palet est mal placé : il touche un cercle rouge'
          : 'Le palet est mal placé : il ne touche pas les deux lignes',
  others: 'Tous ceux qui sont proches',
  pictureAlt: (d: LineDispute) => `Le disque à la ${lineName(d.line)}, vu d’en haut, agrandi : ${said(d)}`,
  zoomHint: 'Pincez, tournez la molette ou pressez + et − pour agrandir.',
  share: 'Partager',
  save: 'Enregistrer l’image',
  print: 'Imprimer',
  json: 'Chiffres en JSON',
  again: 'Un autre disque litigieux',
  alone: (file: string) => `${file} seule`,
  mm,
  disagree: (sigma: number) => `Les photos se contredisent de ${n(sigma)} sigma : quelque chose a-t-il bougé entre elles ? L’incertitude est élargie.`,
  failed: 'Non mesuré',
  byHand: 'Montrer la planche à la main',
  earlier: 'Disques litigieux précédents',
  forget: 'Supprimer celui-ci',
  notes: 'À noter',
  problems: {
    offline: 'Le serveur est injoignable. Ditchline est-il lancé ?',
    gone: 'Ce disque litigieux n’est plus conservé.',
    heading: 'Cela n’a pas fonctionné',
  },
  when: (iso: string) => new Date(iso).toLocaleString('fr', { dateStyle: 'medium', timeStyle: 'short' }),
} satisfies typeof en;
