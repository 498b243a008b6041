import type en from '../en/hallwall';

export default {
  free: 'Vrij',
  over: 'Afgelopen',
  twenties: (n: number) => (n === 1 ? '1 twintig' : `${n} twintigs`),
  round: (n: number) => `Ronde ${n}`,
} satisfies typeof en;
