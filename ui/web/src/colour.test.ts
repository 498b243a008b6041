import { describe, expect, it } from 'vitest';
import { colourName, contrast, inkOn, luminance } from './colour';

describe('inkOn', () => {
  it('always reads with a contrast of 4.5 at least', () => {
    for (let n = 0; n < 0x1000; n++) {
      const hex = '#' + n.toString(16).padStart(3, '0').replace(/./g, '$&$&');
      expect(contrast(luminance(hex), luminance(inkOn(hex))), hex).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('takes a colour that is none for grey', () => {
    expect(luminance('nonsense')).toBe(luminance('#808080'));
  });
});

describe('colourName', () => {
  it.each([
    ['#2b2b2b', 'black'], ['#f2efe8', 'white'], ['#888888', 'grey'], ['#e7d3ad', 'natural'], ['#6b3f1d', 'brown'],
    ['#e07b1f', 'orange'], ['#e8c21a', 'yellow'], ['#a8322a', 'red'], ['#2d7a45', 'green'], ['#30498a', 'blue'],
    ['#6a3d9a', 'purple'], ['#e05aa0', 'pink'],
  ])('%s is %s', (hex, name) => {
    expect(colourName(hex)).toBe(name);
  });
});
