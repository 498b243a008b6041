import type en from '../en/hallstandings';

export default {
  title: 'Classement',
  place: 'Rang',
  name: 'Nom',
  moved: (n: number) => (n > 0 ? `monte de ${n} depuis la ronde précédente` : `descend de ${-n} depuis la ronde précédente`),
  played: 'Joués',
  playedShort: 'J',
  record: 'Gagnés, nuls, perdus',
  recordShort: 'G N P',
  next: 'Va en',
  nextSoFar: 'Va en, à ce stade',
  after: (n: number) => `Après la ronde ${n}`,
  final: 'Définitif',
  order: 'Comment les ex æquo sont départagés',
  orderBody: 'Le premier critère qui diffère décide. Quand ce ne sont pas les points, la valeur décisive est soulignée.',
  shared: 'Les rangs que rien ne départage sont partagés.',
  byes: (n: number) => (n === 1 ? '1 exemption' : `${n} exemptions`),
  bracket: 'Voir le tableau',
  none: { title: 'Pas encore de classement', body: 'Il paraît ici dès que la première phase commence.' },
} satisfies typeof en;
