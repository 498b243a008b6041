// The words of the hall's wall.

export default {
  free: 'Free',
  over: 'Over',
  twenties: (n: number) => (n === 1 ? '1 twenty' : `${n} twenties`),
  round: (n: number) => `Round ${n}`,
};
