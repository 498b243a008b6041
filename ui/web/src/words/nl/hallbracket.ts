import type en from '../en/hallbracket';

export default {
  title: 'Schema',
  brackets: 'Schema’s',
  rounds: 'Ronden',
  unknown: 'Nog open',
  winner: 'Winnaar',
  level: 'Gelijk: de wedstrijdleider beslist',
  stray: 'Geloot vóór een verbetering',
  bestOf: (games: number) => `Beste van ${games} spellen`,
  way: (name: string) => `De weg van ${name}`,
  page: 'Partijen en cijfers',
  others: 'Met de hand ingedeeld, buiten het schema',
  beat: 'wint van',
  lostTo: 'verliest van',
  meets: 'speelt tegen',
  hint: 'Kies een naam om de weg door het schema te zien.',
  none: { title: 'Er is nog geen schema', body: 'Het verschijnt hier vanzelf als de afvalronden beginnen.' },
  noKnockout: { title: 'Dit toernooi heeft geen afvalronden', body: 'De stand zegt hoe het ervoor staat.' },
  comes: (stage: string, n: number) => (n > 0 ? `${stage}: ${n} plaatsen zich` : stage),
} satisfies typeof en;
