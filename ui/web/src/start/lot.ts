// Drawing lots: every outcome is as likely as another, and nobody can know it
// before.

/** Where chance is from: crypto, or a test's. Fills the words with random bits. */
export type Chance = (words: Uint32Array<ArrayBuffer>) => void;

const browser: Chance = (words) => void crypto.getRandomValues(words);

/**
 * A whole number from 0 to n-1, each as likely. 2^32 is no multiple of every n:
 * what lies beyond the last whole multiple is drawn again, or the first numbers
 * would come more often.
 */
export function draw(n: number, chance: Chance = browser): number {
  const end = 2 ** 32 - (2 ** 32 % n);
  const word = new Uint32Array(1);
  do chance(word);
  while (word[0]! >= end);
  return word[0]! % n;
}

/** The list in an order of which each is as likely (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], chance: Chance = browser): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const k = draw(i + 1, chance);
    [out[i], out[k]] = [out[k]!, out[i]!];
  }
  return out;
}
