import { expect, test } from 'vitest';
import { widest } from './longest';

test('the longest word of a name counts', () => {
  expect(widest('Priya Venkataraman')).toBeCloseTo(0.6 * 12);
  expect(widest('Jean-Baptiste Lefèvre')).toBeCloseTo(0.6 * 8);
  expect(widest('')).toBeCloseTo(0.6);
});
