import type en from '../en/hallpairings';

export default {
  title: 'Appariements',
  byTable: 'Par table',
  byName: 'Par nom',
  sort: 'Ordre',
  rounds: 'Rondes',
  table: 'Table',
  nobody: (typed: string) => `Personne du nom de « ${typed} » ne joue dans cette ronde.`,
  count: (done: number, all: number) => (done === all ? 'Tous les matchs sont terminés' : `${done} matchs terminés sur ${all}`),
} satisfies typeof en;
