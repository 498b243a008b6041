import type en from '../en/halltv';

export default {
  lost: (time: string) => `Pas en direct, état de ${time}`,
  player: 'Joueur',
  played: 'Joués',
  points: 'Points',
  twenties: '20',
  difference: 'Diff.',
  table: 'Table',
  round: (stage: string, n: number) => `${stage}, tour ${n}`,
  bye: 'exempt',
  forfeit: 'forfait',
  live: 'en direct',
  winner: 'Vainqueur',
  final: 'Finale',
  semi: 'Demi-finales',
  quarter: 'Quarts de finale',
  last: (n: number) => `${n} derniers`,
  sheet: (n: number, of: number) => `${n} sur ${of}`,
  lastShot: 'Dernier coup joué',
  nothing: 'Le tournoi commence ici bientôt.',
} satisfies typeof en;
