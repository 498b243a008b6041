import type en from '../en/hallbracket';

export default {
  title: 'Tableau',
  brackets: 'Tableaux',
  rounds: 'Tours',
  unknown: 'À venir',
  winner: 'Vainqueur',
  level: 'Égalité : le directeur décide',
  stray: 'Tiré avant une correction',
  bestOf: (games: number) => `Au meilleur de ${games} parties`,
  way: (name: string) => `Le parcours de ${name}`,
  page: 'Matchs et chiffres',
  others: 'Tirés à la main, hors du tableau',
  beat: 'bat',
  lostTo: 'perd contre',
  meets: 'rencontre',
  hint: 'Choisissez un nom pour voir son parcours.',
  none: { title: 'Pas encore de tableau', body: 'Il paraît ici dès que la phase à élimination commence.' },
  noKnockout: { title: 'Ce tournoi n’a pas d’élimination directe', body: 'Le classement dit où il en est.' },
  comes: (stage: string, n: number) => (n > 0 ? `${stage} : ${n} qualifiés` : stage),
} satisfies typeof en;
