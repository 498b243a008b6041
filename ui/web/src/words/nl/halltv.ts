import type en from '../en/halltv';

export default {
  lost: (time: string) => `Niet live, stand van ${time}`,
  player: 'Speler',
  played: 'Gespeeld',
  points: 'Punten',
  twenties: '20’s',
  difference: 'Saldo',
  table: 'Tafel',
  round: (stage: string, n: number) => `${stage}, ronde ${n}`,
  bye: 'vrij',
  forfeit: 'forfait',
  live: 'live',
  winner: 'Winnaar',
  final: 'Finale',
  semi: 'Halve finales',
  quarter: 'Kwartfinales',
  last: (n: number) => `Laatste ${n}`,
  sheet: (n: number, of: number) => `${n} van ${of}`,
  lastShot: 'Laatste schot',
  nothing: 'Het toernooi begint hier zo.',
} satisfies typeof en;
