import type en from '../en/hallpairings';

export default {
  title: 'Indeling',
  byTable: 'Per tafel',
  byName: 'Op naam',
  sort: 'Volgorde',
  rounds: 'Ronden',
  table: 'Tafel',
  nobody: (typed: string) => `Niemand met de naam ‘${typed}’ speelt in deze ronde.`,
  count: (done: number, all: number) => (done === all ? 'Alle partijen zijn gespeeld' : `${done} van ${all} partijen gespeeld`),
} satisfies typeof en;
