// Names are never broken within a word: type shrinks until the longest word fits.

/** How wide the longest word of a text is, in ems of the pages' type, at the most. */
export const widest = (text: string): number => 0.6 * Math.max(1, ...text.split(/[\s\u2010-\u2014-]+/).map((w) => [...w].length));
