import { describe, expect, it } from 'vitest';
import { placeAt } from './track';

describe('a disc on its way', () => {
  const track = { color: '#000000', radius_mm: 16, points: [[0, 0, 300], [0.1, 0, 200], [0.3, 100, 200]] as [number, number, number][] };
  it('is between the places at which it was seen', () => {
    expect(placeAt(track, 0.05)).toEqual([0, 250]);
    expect(placeAt(track, 0.2)[0]).toBeCloseTo(50);
  });
  it('waits at the first and rests at the last', () => {
    expect(placeAt(track, -1)).toEqual([0, 300]);
    expect(placeAt(track, 9)).toEqual([100, 200]);
    expect(placeAt({ ...track, points: [] }, 1)).toEqual([0, 0]);
  });
});
