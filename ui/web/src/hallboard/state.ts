// What a table is told of its hall's match.

import type { Hall, Match } from '../snapshot';

/**
 * unheard: the hall has not spoken since the program began; idle: it has
 * nothing for the table; playing: its match is in hand; done: and over, which
 * the hall has not answered yet; next: its match waits for the one in hand;
 * taken_back: what is in hand does not count any more.
 */
export type HallState = 'unheard' | 'idle' | 'playing' | 'done' | 'next' | 'taken_back';

export function stateOf(hall: Hall, match: Match | null): HallState {
  if (match?.taken_back) return 'taken_back';
  if (!hall.assigned) return hall.known ? 'idle' : 'unheard';
  if (match?.id !== hall.assigned.match) return 'next';
  return match.phase === 'over' ? 'done' : 'playing';
}

/** Whether beginning the next match would end one that people play. */
export const endsMatch = (match: Match | null): boolean => !!match?.begun && match.phase !== 'over' && !match.taken_back;
