import type en from '../en/hallpairings';

export default {
  title: 'Indeling',
  byTable: 'Per tafel',
  byName: 'Op naam',
  sort: 'Volgorde',
  rounds: 'Ronden',
  table: 'Tafel',
  player: 'Speler',
  opponent: 'Tegenstander',
  nobody: (typed: string) => `Niemand met de naam ‘${typed}’ speelt in deze ronde.`,
  count: (done: number, all: number) => (done === all ? 'Alle partijen zijn gespeeld' : `${done} van ${all} partijen gespeeld`),
  newer: 'Naar de nieuwste ronde',
} satisfies typeof en;
