import { expect, test } from 'vitest';
import { draw, shuffled } from './lot';

/** Chance that gives these words in turn. */
const given = (...words: number[]) => (into: Uint32Array) => {
  if (!words.length) throw new Error('drawn too often');
  into[0] = words.shift()!;
};

test('what would favour the first numbers is drawn again', () => {
  // 2^32 = 3 * 1431655765 + 1: the last word alone would make 0 likelier.
  expect(draw(3, given(2 ** 32 - 1, 7))).toBe(1);
  expect(draw(3, given(2 ** 32 - 2))).toBe(2);
  expect(draw(2, given(2 ** 32 - 1))).toBe(1);
  expect(draw(1, given(12345))).toBe(0);
});

test('each of a few comes about as often', () => {
  const n = 30_000;
  const counts = [0, 0, 0];
  for (let i = 0; i < n; i++) counts[draw(3)]!++;
  // Chi squared of two degrees of freedom: beyond 27.6 once in a million.
  const chi = counts.reduce((s, c) => s + (c - n / 3) ** 2 / (n / 3), 0);
  expect(chi).toBeLessThan(27.6);
});

test('a shuffle keeps everybody', () => {
  const list = ['a', 'b', 'c', 'd'];
  expect(shuffled(list, given(0, 0, 0)).join('')).toBe('bcda');
  expect([...shuffled(list)].sort()).toEqual(list);
});
