// The words of the TV page.

export default {
  lost: (time: string) => `Not live, as of ${time}`,
  player: 'Player',
  played: 'Played',
  points: 'Points',
  twenties: '20s',
  difference: 'Diff.',
  table: 'Table',
  round: (stage: string, n: number) => `${stage}, round ${n}`,
  bye: 'bye',
  forfeit: 'forfeit',
  live: 'live',
  winner: 'Winner',
  final: 'Final',
  semi: 'Semi-finals',
  quarter: 'Quarter-finals',
  last: (n: number) => `Last ${n}`,
  sheet: (n: number, of: number) => `${n} of ${of}`,
  lastShot: 'Last shot',
  nothing: 'The tournament begins here soon.',
};
