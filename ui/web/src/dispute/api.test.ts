import { describe, expect, it } from 'vitest';
import { Refused, refusal, words } from './api';

describe('a refusal', () => {
  it('is told in the server’s words', () => {
    const r = refusal(422, '{"error":{"code":"no_board","message":"no board found"},"failed":[{"file":"a.jpg","error":"x","code":"no_board","photo":"p"}]}');
    expect(r.code).toBe('no_board');
    expect(words(r, 'offline')).toBe('No board found');
    expect(r.failed[0]?.photo).toBe('p');
  });
  it('of something else says the status', () => {
    expect(refusal(502, '<html>').message).toContain('502');
    expect(refusal(500, '{}')).toBeInstanceOf(Refused);
  });
  it('by the network is told as such', () => {
    expect(words(new TypeError('failed to fetch'), 'offline')).toBe('offline');
  });
});
