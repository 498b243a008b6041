import { describe, expect, it } from 'vitest';
import { strokeOrder, strokeSentences, toPutBack } from './carrom';
import type { Shot } from './snapshot';

const stroke = (more: Partial<Shot>): Shot => ({ seq: 1, n: 1, team: 'A', player: 'Priya', disc: '', text: '', start_valid: true, verdict: 'valid', reason: '', twenties: {}, pocketed: { white: 0, black: 0, queen: 0, striker: 0 }, result: 'PASS', codes: [], ...more });

describe('strokes', () => {
  it('are told in sentences', () => {
    expect(strokeSentences(stroke({}))).toBe('Nothing pocketed. The turn passes.');
    expect(strokeSentences(stroke({ pocketed: { white: 2, black: 0, queen: 1, striker: 0 }, codes: ['Q_PENDING'], result: 'CONTINUE' }))).toBe('Pocketed: 2 white, the queen. The queen must be confirmed by the next stroke. Plays on.');
    expect(strokeSentences(stroke({ reason: 'F_STRIKER_CIRCLE', codes: ['F_STRIKER_CIRCLE', 'OUT 1 (this stroke)', 'DUE 2'] }))).toBe(
      'Wrong start: the striker lay on a base circle. Nothing pocketed. One own piece comes back. 2 pieces are due. The turn passes.',
    );
  });
  it('say what is to be put back until it lies there', () => {
    const c = { board: 1, left: { A: 7, B: 9 }, due: {}, colours: { A: 'white', B: 'black' }, queen: 'board' } as const;
    const lying = (white: number, queen: number) => [...Array.from({ length: white }, () => ({ team: 'white' })), ...Array.from({ length: 9 }, () => ({ team: 'black' })), ...Array.from({ length: queen }, () => ({ team: 'queen' }))];
    const last = stroke({ put_back: { white: 2, queen: 1 } });
    expect(toPutBack(last, c, lying(5, 0))).toEqual({ white: 2, queen: 1 });
    expect(toPutBack(last, c, lying(6, 1))).toEqual({ white: 1 });
    expect(toPutBack(last, c, lying(7, 1))).toEqual({});
  });
  it('are corrected by the colour of who played', () => {
    expect(strokeOrder('black', { white: 1, black: 2, queen: 1, striker: 0 }, '')).toEqual({ own: 2, opp: 1, queen: true, striker: false });
    expect(strokeOrder('white', { white: 1 }, 'F_STRIKER_LINES')).toEqual({ own: 1, opp: 0, queen: false, striker: false, foul: 'F_STRIKER_LINES' });
  });
});
