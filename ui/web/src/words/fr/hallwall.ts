import type en from '../en/hallwall';

export default {
  free: 'Libre',
  over: 'Terminé',
  twenties: (n: number) => (n === 1 ? '1 vingt' : `${n} vingts`),
  round: (n: number) => `Manche ${n}`,
} satisfies typeof en;
