import { describe, expect, it } from 'vitest';
import type { Match } from '../snapshot';
import { heard, news } from './voice';

const match = (over: Partial<Match>): Match => ({ id: 'm', shots: [], rounds: [], reviews: [], anomalies: [], sides: [], ...over }) as unknown as Match;
const shot = (seq: number, verdict = 'valid', reason = 'OK_OPEN') => ({ seq, verdict, reason }) as Match['shots'][number];

describe('the announcer', () => {
  const before = match({ shots: [shot(2), shot(4)] });
  it('has news of a shot, of one judged anew, and of a round', () => {
    expect(news(heard(before), match({ shots: [shot(2), shot(4), shot(6)] }))).toMatchObject({ kind: 'shot', shot: { seq: 6 } });
    expect(news(heard(before), match({ shots: [shot(2), shot(4, 'foul', 'F_NO_CONTACT')] }))).toMatchObject({ kind: 'shot', shot: { seq: 4 } });
    expect(news(heard(before), match({ shots: [shot(2), shot(4)], rounds: [{} as never] }))).toEqual({ kind: 'round' });
  });
  it('has none when nothing happened, a shot was undone, or another match is shown', () => {
    expect(news(heard(before), before)).toBeNull();
    expect(news(heard(before), match({ shots: [shot(2)] }))).toBeNull();
    expect(news(heard(before), match({ id: 'n', shots: [shot(9)] }))).toBeNull();
    expect(news(heard(null), before)).toBeNull();
  });
});
