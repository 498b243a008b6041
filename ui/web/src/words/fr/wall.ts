import type en from '../en/wall';

export default {
  pageTitle: 'Toutes les planches · Ditchline',
  title: 'Toutes les planches',
  loading: 'Recherche des planches.',
  stale: 'Pas en direct',
  hammer: 'Dernier tir',
  twenties: (n: number) => `${n} × 20`,
  left: (n: number) => (n < 2 ? `${n} disque restant` : `${n} disques restants`),
  side: (team: string) => `Équipe ${team}`,
  round: (n: number) => `Manche ${n}`,
  roundPoints: (n: number) => `${n} cette manche`,
  games: (n: number) => (n < 2 ? `${n} jeu` : `${n} jeux`),
  won: 'Gagné',
  next: (name: string) => `Au tour de ${name}`,
  over: 'La partie est finie',
  noMatch: 'Pas encore de partie',
  board: (name: string, discs: number) => `Planche ${name} vue d’en haut, ${discs < 2 ? `${discs} disque` : `${discs} disques`}`,
  notFound: 'Planche pas trouvée',
} satisfies typeof en;
