import type en from '../en/wall';

export default {
  pageTitle: 'Alle borden · Ditchline',
  title: 'Alle borden',
  loading: 'Vraagt naar de borden.',
  stale: 'Niet live',
  hammer: 'Laatste schot',
  twenties: (n: number) => `${n} × 20`,
  left: (n: number) => (n === 1 ? 'nog 1 schijf' : `nog ${n} schijven`),
  side: (team: string) => `Team ${team}`,
  round: (n: number) => `Ronde ${n}`,
  roundPoints: (n: number) => `${n} deze ronde`,
  games: (n: number) => (n === 1 ? '1 spel' : `${n} spellen`),
  won: 'Gewonnen',
  next: (name: string) => `${name} is aan de beurt`,
  over: 'De partij is afgelopen',
  noMatch: 'Nog geen partij',
  board: (name: string, discs: number) => `Bord ${name} van boven, ${discs === 1 ? '1 schijf' : `${discs} schijven`}`,
  notFound: 'Bord niet gevonden',
} satisfies typeof en;
