import type en from '../en/rules';

const marks: Record<string, string> = { H: 'une personne le dit', cfg: 'un réglage' };

export default {
  pageTitle: 'Règles · Ditchline',
  rulesTitle: (id: string) => `${id} · Ditchline`,
  title: 'Règles',
  back: 'Toutes les règles',
  game: { crokinole: 'Crokinole', carrom: 'Carrom' },
  document: (language: string, statements: number) => `document en ${language}, ${statements} énoncés`,
  playing: (board: string, rules: string) => `Jouées en ce moment : ${board}, ${rules}`,
  overlays: (n: number) => (n < 2 ? `${n} option` : `${n} options`),
  asPlayed: 'Comme dans cette partie',
  houseSet: (n: number) => (n < 2 ? `La maison a changé ${n} règle.` : `La maison a changé ${n} règles.`),
  houseNone: 'La maison n’a rien changé.',
  ownWords: 'Ce que disent les documents est raconté ici avec nos propres mots.',
  onlyDiffers: 'Seulement ce qui diffère des autres règles',
  yes: 'Oui',
  no: 'Non',
  nothing: 'aucun',
  house: 'règle de la maison',
  silent: 'non dit : l’usage',
  silentLong: 'Le document n’en dit rien. On suit l’usage :',
  differs: (rules: string, value: string) => `${rules} : ${value}`,
  statements: 'Ce que dit le document',
  decisions: 'Où les documents se taisent ou divergent',
  decisionsNote: 'Comment l’arbitre décide alors, et pourquoi.',
  mark: (m: string) => marks[m] ?? '',
  sectionCarrom: { board: 'Plateau', people: 'Joueurs et pions', start: 'Poser le palet' } as Record<string, string>,
  section: {
    board: 'Planche', people: 'Joueurs et disques', turns: 'Ordre des tirs', start: 'Poser le disque', open: 'Coup libre', contact: 'Contact dû', twenty: 'Les 20 points',
    lines: 'Lignes et rigole', count: 'Décompte', manners: 'À la table', strokes: 'Coups', queen: 'Reine',
  } as Record<string, string>,
} satisfies typeof en;
