import { expect, test } from 'vitest';
import type { Hall, Match } from '../snapshot';
import { endsMatch, stateOf } from './state';

const hall = (assigned: string, known = true): Hall => ({
  event: 'cup',
  table: '7',
  connected: true,
  waiting: 0,
  known,
  assigned: assigned ? { match: assigned, rules: 'NCA', players: '2', games: 1, teams: [] } : null,
  then: [],
});
const match = (id: string, more: Partial<Match> = {}) => ({ id, phase: 'playing', begun: true, ...more }) as Match;

test('what a table is told follows from the match in hand and the hall', () => {
  expect(stateOf(hall('', false), null)).toBe('unheard');
  expect(stateOf(hall(''), match('m1'))).toBe('idle');
  expect(stateOf(hall('cup-1'), null)).toBe('next');
  expect(stateOf(hall('cup-1'), match('m1'))).toBe('next');
  expect(stateOf(hall('cup-1'), match('cup-1'))).toBe('playing');
  expect(stateOf(hall('cup-1'), match('cup-1', { phase: 'over' }))).toBe('done');
  expect(stateOf(hall('cup-2'), match('cup-1', { taken_back: true }))).toBe('taken_back');
  expect(stateOf(hall(''), match('cup-1', { taken_back: true }))).toBe('taken_back');
});

test('only a match that people play is ended by the next', () => {
  expect(endsMatch(null)).toBe(false);
  expect(endsMatch(match('m1', { begun: false }))).toBe(false);
  expect(endsMatch(match('m1', { phase: 'over' }))).toBe(false);
  expect(endsMatch(match('m1', { taken_back: true }))).toBe(false);
  expect(endsMatch(match('m1'))).toBe(true);
});
