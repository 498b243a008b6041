// The words of the pairings of a hall.
export default {
  title: 'Pairings',
  byTable: 'By table',
  byName: 'By name',
  sort: 'Order',
  rounds: 'Rounds',
  table: 'Table',
  nobody: (typed: string) => `Nobody called “${typed}” plays in this round.`,
  count: (done: number, all: number) => (done === all ? 'All matches are over' : `${done} of ${all} matches are over`),
};
