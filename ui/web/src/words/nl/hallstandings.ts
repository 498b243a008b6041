import type en from '../en/hallstandings';

export default {
  title: 'Stand',
  place: 'Plaats',
  name: 'Naam',
  moved: (n: number) => (n > 0 ? `${n} gestegen sinds de vorige ronde` : `${-n} gezakt sinds de vorige ronde`),
  played: 'Gespeeld',
  playedShort: 'Gsp',
  record: 'Gewonnen, gelijk, verloren',
  recordShort: 'W G V',
  next: 'Gaat naar',
  nextSoFar: 'Gaat naar, zoals het nu staat',
  after: (n: number) => `Na ronde ${n}`,
  final: 'Eindstand',
  order: 'Wat beslist bij gelijke stand',
  orderBody: 'Het eerste verschil beslist. Waar dat niet de punten zijn, is het beslissende getal onderstreept.',
  shared: 'Plaatsen waar niets beslist, worden gedeeld.',
  byes: (n: number) => (n === 1 ? '1 keer vrij' : `${n} keer vrij`),
  bracket: 'Naar het schema',
  none: { title: 'Nog geen stand', body: 'Hij verschijnt hier vanzelf als de eerste fase begint.' },
} satisfies typeof en;
