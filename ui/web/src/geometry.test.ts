import { describe, expect, it } from 'vitest';
import { boardBox, follow, grow, hitBoard, hitPicture, inside, path, placeLabels, streamWidth } from './geometry';
import type { Disc, Ghost, Point } from './snapshot';

const circle = (x: number, y: number, r: number, n = 24): Point[] =>
  Array.from({ length: n }, (_, i) => [x + r * Math.cos((2 * Math.PI * i) / n), y + r * Math.sin((2 * Math.PI * i) / n)]);

const disc = (x: number, y: number, more: Partial<Disc> = {}): Disc => ({
  x_mm: x, y_mm: y, sd_mm: 0.1, radius_mm: 16, color: '#aa0000', team: 'A', state: 'flat', points: 5, lines: [],
  footprint_px: circle(x + 500, 300 - y, 10), top_px: circle(x + 500, 297 - y, 10), ...more,
});

describe('path', () => {
  it('joins corners, closed or open', () => {
    expect(path([[0, 1], [2, 3]], false)).toBe('M0 1L2 3');
    expect(path([[0, 1], [2, 3], [4, 5]], true)).toBe('M0 1L2 3L4 5Z');
  });
  it('draws nothing of nothing', () => {
    expect(path(null, true)).toBe('');
    expect(path([[1, 1]], true)).toBe('');
  });
});

describe('boardBox', () => {
  const surface = (points: Point[]) => [{ what: 'surface', closed: true, points }];

  it('is the whole picture, to the edges of its outermost pixels, without a board', () => {
    expect(boardBox(null, 1920, 1080)).toEqual({ x: -0.5, y: -0.5, width: 1920, height: 1080 });
  });
  it('holds the board and its margin in the proportions of the picture', () => {
    const b = boardBox(surface(circle(960, 540, 200)), 1920, 1080, 0.2);
    expect(b.width / b.height).toBeCloseTo(1920 / 1080, 9);
    expect(b.height).toBeCloseTo(400 * 1.4, 6);
    expect(b.x + b.width / 2).toBeCloseTo(960, 6);
  });
  it('stays within the picture when the board is in a corner', () => {
    const b = boardBox(surface(circle(100, 1000, 150)), 1920, 1080);
    expect(b.x).toBe(-0.5);
    expect(b.y + b.height).toBeCloseTo(1079.5, 6);
  });
  it('never shows more than the picture', () => {
    expect(boardBox(surface(circle(960, 540, 700)), 1920, 1080)).toEqual({ x: -0.5, y: -0.5, width: 1920, height: 1080 });
  });
});

describe('inside', () => {
  it('tells inside from outside', () => {
    const square: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
    expect(inside(square, [5, 5])).toBe(true);
    expect(inside(square, [-1, 5])).toBe(false);
    expect(inside(square, [5, 11])).toBe(false);
    expect(inside([], [0, 0])).toBe(false);
  });
});

describe('hitPicture', () => {
  const discs = [disc(0, 0), disc(100, 0)];
  const ghost: Ghost = { x_mm: 0, y_mm: 200, radius_mm: 16, why: 'peg', outline_px: circle(500, 100, 10) };

  it('finds the disc, the left-out thing, or the disc within reach', () => {
    expect(hitPicture(discs, [ghost], [500, 297], 5)).toEqual({ kind: 'disc', index: 0 });
    expect(hitPicture(discs, [ghost], [504, 102], 5)).toEqual({ kind: 'ghost', index: 0 });
    expect(hitPicture(discs, [ghost], [615, 297], 20)).toEqual({ kind: 'disc', index: 1 });
    expect(hitPicture(discs, [ghost], [550, 200], 20)).toBeNull();
    expect(hitPicture([], [], [0, 0], 20)).toBeNull();
  });
});

describe('hitBoard', () => {
  const discs = [disc(0, 0), disc(40, 0)];
  it('takes the nearest within reach of a thumb', () => {
    expect(hitBoard(discs, [18, 0], 10)).toBe(0);
    expect(hitBoard(discs, [22, 0], 10)).toBe(1);
    expect(hitBoard(discs, [66, 0], 10)).toBe(1);
    expect(hitBoard(discs, [67, 0], 10)).toBe(-1);
    expect(hitBoard([], [0, 0], 10)).toBe(-1);
  });
});

describe('follow', () => {
  it('keeps to the disc that lies there, of its team, until it goes', () => {
    const chosen = disc(50, 50);
    expect(follow(chosen, [disc(50.4, 49.8, { team: 'B' }), disc(0, 0), disc(51, 50)])).toBe(2);
    expect(follow(chosen, [disc(67, 50)])).toBe(-1);
    expect(follow(chosen, [])).toBe(-1);
  });
});

describe('grow', () => {
  it('keeps the middle', () => {
    expect(grow([[0, 0], [4, 0], [4, 2], [0, 2]], 2)).toEqual([[-2, -1], [6, -1], [6, 3], [-2, 3]]);
    expect(grow(null, 2)).toEqual([]);
  });
});

describe('placeLabels', () => {
  it('puts the label of a lone disc to its right', () => {
    const [[x, y]] = placeLabels([{ x: 10, y: 20, r: 16 }], { width: 20, height: 16 }) as [Point];
    expect([x, y]).toEqual([10 + 16 + 2 + 10, 20]);
  });
  it('covers no disc and no other label in a row of neighbours', () => {
    const discs = [0, 36, 72, 108].map((x) => ({ x, y: 0, r: 16 }));
    const size = { width: 20, height: 16 };
    const labels = placeLabels(discs, size);
    for (const [i, [x, y]] of labels.entries()) {
      for (const d of discs) expect(Math.hypot(x - d.x, y - d.y), `label ${i} on a disc`).toBeGreaterThanOrEqual(d.r + size.height / 2 - 0.01);
      for (const [ox, oy] of labels.slice(i + 1)) expect(Math.abs(x - ox) >= size.width || Math.abs(y - oy) >= size.height, `labels of ${i} overlap`).toBe(true);
    }
  });
});

describe('streamWidth', () => {
  it('asks for the next step up, and never for more than there is', () => {
    expect(streamWidth(500, 1, 1920)).toBe(640);
    expect(streamWidth(390, 3, 1920)).toBe(1280);
    expect(streamWidth(1700, 2, 1920)).toBe(1920);
    expect(streamWidth(1700, 1, 1280)).toBe(1280);
  });
});
