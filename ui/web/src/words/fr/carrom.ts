import type en from '../en/carrom';

const kinds: Record<string, (n: number) => string> = {
  white: (n) => (n === 1 ? '1 blanc' : `${n} blancs`),
  black: (n) => (n === 1 ? '1 noir' : `${n} noirs`),
  queen: () => 'la reine',
  striker: () => 'le palet',
};

export default {
  kind: (kind: string, n: number) => kinds[kind]?.(n) ?? `${n} ${kind}`,
  name: { white: 'Blanc', black: 'Noir', queen: 'Reine', striker: 'Palet' } as Record<string, string>,
  pocketed: (list: string) => `Rentré : ${list}.`,
  nothing: 'Rien n’est rentré.',
  result: { CONTINUE: 'Continue de jouer.', PASS: 'La main passe.', END: 'La manche est finie.' } as Record<string, string>,
  code: {
    F_STRIKER_LINES: () => 'Mal placé : le palet ne touchait pas les deux lignes.',
    F_STRIKER_CIRCLE: () => 'Mal placé : le palet chevauchait un cercle rouge.',
    Q_PENDING: () => 'La reine doit être confirmée au coup suivant.',
    Q_COVERED: () => 'La reine est confirmée.',
    Q_BACK: () => 'La reine retourne au centre.',
    OUT: (n: number) => (n === 1 ? 'Un pion de sa couleur ressort.' : `${n} pions de sa couleur ressortent.`),
    DUE: (n: number) => (n === 1 ? 'Un pion est dû.' : `${n} pions sont dus.`),
    DUE_PAID: (n: number) => (n === 1 ? 'Un pion dû est rendu.' : `${n} pions dus sont rendus.`),
  } as Record<string, (n: number) => string>,
  side: { white: 'joue les blancs', black: 'joue les noirs' } as Record<string, string>,
  left: (n: number) => (n === 1 ? '1 pion à rentrer' : `${n} pions à rentrer`),
  owes: (n: number) => (n === 1 ? 'doit 1 pion' : `doit ${n} pions`),
  queen: { pending: 'Reine : à confirmer', covered: 'Reine confirmée' } as Record<string, string>,
  queenOnBoard: 'Reine sur le plateau',
  board: (n: number) => `Manche ${n}`,
  to: (target: number) => `en ${target} points`,
  putBack: (list: string) => `À replacer au milieu : ${list}`,
  whatFell: 'Qu’est-ce qui est rentré ?',
  less: (kind: string) => `Un de moins : ${kind.toLowerCase()}`,
  more: (kind: string) => `Un de plus : ${kind.toLowerCase()}`,
  start: 'Le palet était placé',
  starts: { '': 'correctement', F_STRIKER_LINES: 'hors d’une ligne', F_STRIKER_CIRCLE: 'sur un cercle' } as Record<string, string>,
  enter: 'Inscrire',
  confirm: 'C’est juste',
  strokes: 'Coups',
  noStrokes: { title: 'Aucun coup', body: 'Chacun est noté ici avec ce qui est rentré.' },
  strokeOf: (n: number) => `Coup ${n} : à vérifier`,
} satisfies typeof en;
