import { describe, expect, it } from 'vitest';
import { Adapter, ladder, maxInFlight, type Setting } from './adapt';
import { head, headBytes, parse } from './wire';

const cost = (s: Setting) => s.long * s.long * 0.2 * s.quality; // bytes of a picture

/** A camera of 30 pictures a second at a line of so many bytes a second. */
function filming(a: Adapter) {
  let now = 1;
  let number = 0;
  let free = 0; // when the line is free
  let answers: { at: number; n: number }[] = [];
  /** Films for so many s. */
  return (seconds: number, bytesPerSecond: number) => {
    let sent = 0;
    let most = 0;
    for (const end = now + seconds * 1000; now < end; now += 1000 / 30) {
      for (const x of answers.filter((y) => y.at <= now)) a.answered(x.n, x.at);
      answers = answers.filter((y) => y.at > now);
      if (!a.wants(now)) continue;
      a.sent(++number, now);
      sent++;
      most = Math.max(most, a.inFlight);
      free = Math.max(free, now) + (1000 * cost(a.setting)) / bytesPerSecond;
      answers.push({ at: free + 15, n: number });
    }
    return { rate: sent / seconds, most };
  };
}

describe('the adapter', () => {
  it('gives 15 pictures a second of the best on a fast line', () => {
    const a = new Adapter();
    const film = filming(a);
    film(20, 60e6);
    const { rate, most } = film(10, 60e6);
    expect(a.setting).toEqual(ladder[0]);
    expect(rate).toBeGreaterThan(14.5);
    expect(rate).toBeLessThan(15.6);
    expect(most).toBeLessThanOrEqual(maxInFlight);
  });
  it('keeps 1080p at 10 or more on a line of 6 MB a second', () => {
    const a = new Adapter();
    const film = filming(a);
    film(30, 6e6);
    const { rate } = film(60, 6e6);
    expect(a.setting.long).toBe(1920);
    expect(rate).toBeGreaterThan(9.5);
  });
  it('goes down on a line that becomes slow, and up again when it is well', () => {
    const a = new Adapter();
    const film = filming(a);
    film(20, 60e6);
    film(40, 0.5e6);
    expect(a.setting.long).toBeLessThan(1920);
    film(180, 60e6);
    expect(a.setting).toEqual(ladder[0]);
  });
  it('does not try in vain again and again', () => {
    const a = new Adapter();
    const film = filming(a);
    let changes = 0;
    let last = a.setting;
    for (let s = 0; s < 600; s++) {
      film(1, 6e6);
      if (a.setting !== last) changes++;
      last = a.setting;
    }
    expect(changes).toBeLessThan(30);
  });
  it('never has more than two on their way, and goes on when answers are lost', () => {
    const a = new Adapter();
    let sent = 0;
    for (let now = 1; now < 30_000; now += 33) if (a.wants(now)) a.sent(++sent, now);
    expect(sent).toBeLessThanOrEqual(2 * 6);
    expect(sent).toBeGreaterThan(6);
  });
});

describe('a message', () => {
  it('has the head that the server reads', () => {
    const b = head(7, 1234.5);
    expect(b.length).toBe(headBytes);
    expect([...b.slice(0, 8)]).toEqual([0x44, 0x50, 1, 0, 0, 0, 0, 7]);
    expect(new DataView(b.buffer).getFloat64(8)).toBe(1234.5);
  });
  it('is read only where it is one', () => {
    expect(parse('{"type":"ping","n":3}')).toEqual({ type: 'ping', n: 3 });
    expect(['', 'null', '3', '{"type":"x","n":1}', '{"type":"ack"}'].map(parse)).toEqual([null, null, null, null, null]);
  });
});
