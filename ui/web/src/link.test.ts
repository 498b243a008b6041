import { describe, expect, it } from 'vitest';
import { backoff, brisk, Link, silenceLimit, type Env, type LinkState } from './link';

/** A world whose clock and server the test drives. */
class World implements Env {
  time = 0;
  timers: { at: number; run: () => void }[] = [];
  asked: { url: string; answer: (r: Response) => void; fail: (e: Error) => void; signal: AbortSignal }[] = [];
  states: LinkState[] = [];
  messages: string[] = [];

  fetch(url: string, init: { signal: AbortSignal }): Promise<Response> {
    return new Promise((answer, fail) => {
      init.signal.addEventListener('abort', () => fail(new Error('aborted')));
      this.asked.push({ url, answer, fail, signal: init.signal });
    });
  }
  now = () => this.time;
  random = () => 1;
  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((t) => t !== timer));
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = next.at;
      this.timers = this.timers.filter((t) => t !== next);
      next.run();
      await settle();
    }
    this.time = end;
    await settle();
  }

  link(): Link {
    return new Link('/api/events', { message: (m) => this.messages.push(m), state: (s) => this.states.push(s) }, this);
  }

  /** Answers the last request with a stream that stays open. */
  async open(): Promise<ReadableStreamDefaultController<Uint8Array>> {
    let control!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (c) => void (control = c) });
    const { answer, signal } = this.asked.at(-1)!;
    signal.addEventListener('abort', () => control.error(new Error('aborted')));
    answer(new Response(body));
    await settle();
    return control;
  }

  get last(): LinkState {
    return this.states.at(-1)!;
  }
}

const settle = () => new Promise((done) => setTimeout(done, 0));
const bytes = (text: string) => new TextEncoder().encode(text);
const state = (n: number) => bytes(`event: state\ndata: ${n}\n\n`);

describe('backoff', () => {
  it('doubles from half a second to eight', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((n) => backoff(n, () => 1))).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });
  it('leaves a quarter to chance', () => {
    expect(backoff(5, () => 0)).toBe(6000);
  });
});

describe('Link', () => {
  it('is open with the first state, and hands states on', async () => {
    const w = new World();
    w.link();
    expect(w.last).toEqual({ kind: 'connecting' });
    const stream = await w.open();
    stream.enqueue(bytes('retry: 1000\n\n'));
    await settle();
    expect(w.last.kind).toBe('connecting');
    stream.enqueue(state(1));
    stream.enqueue(state(2));
    await settle();
    expect(w.last).toEqual({ kind: 'open' });
    expect(w.messages).toEqual(['1', '2']);
    expect(w.states.filter((s) => s.kind === 'open')).toHaveLength(1);
  });

  it('hears the events it asks for, and no other', async () => {
    const w = new World();
    const heard: string[] = [];
    new Link('/api/v1/changes', { message: (data, event) => heard.push(`${event} ${data}`), state: (s) => w.states.push(s), events: ['table', 'tournament'] }, w);
    (await w.open()).enqueue(bytes('event: table\ndata: a\n\nevent: state\ndata: b\n\nevent: tournament\ndata: c\n\n'));
    await settle();
    expect(heard).toEqual(['table a', 'tournament c']);
  });

  it('comes back by itself when the server ends the stream, and asks for the whole state anew', async () => {
    const w = new World();
    w.link();
    (await w.open()).enqueue(state(1));
    await settle();
    w.time = 1000;
    w.asked.at(-1)!.signal.dispatchEvent(new Event('abort')); // the stream breaks
    await settle();
    expect(w.last).toEqual({ kind: 'lost', since: 0, retryAt: 1500, attempt: 1 });
    await w.pass(500);
    expect(w.asked).toHaveLength(2);
    w.asked.at(-1)!.fail(new Error('refused'));
    await settle();
    expect(w.last).toEqual({ kind: 'lost', since: 0, retryAt: 2500, attempt: 2 });
    await w.pass(1000);
    (await w.open()).enqueue(state(7));
    await settle();
    expect(w.last).toEqual({ kind: 'open' });
    expect(w.messages.at(-1)).toBe('7');
  });

  it('counts a refusal as lost, and does not hurry a server that breaks off before a state', async () => {
    const w = new World();
    w.link();
    w.asked.at(-1)!.answer(new Response('busy', { status: 503 }));
    await settle();
    expect(w.last).toMatchObject({ kind: 'lost', attempt: 1 });
    await w.pass(500);
    (await w.open()).close();
    await settle();
    expect(w.last).toMatchObject({ kind: 'lost', attempt: 2, retryAt: w.time + 1000 });
  });

  it('takes silence for a dead line, a heartbeat for a live one', async () => {
    const w = new World();
    w.link();
    const stream = await w.open();
    stream.enqueue(state(1));
    await settle();
    await w.pass(silenceLimit - 1);
    stream.enqueue(bytes(': still here\n\n'));
    await settle();
    const heard = w.time;
    await w.pass(silenceLimit - 1);
    expect(w.last.kind).toBe('open');
    await w.pass(1);
    expect(w.last).toMatchObject({ kind: 'lost', since: heard });
  });

  it('gives up on a server that never answers a try', async () => {
    const w = new World();
    w.link();
    await w.pass(silenceLimit);
    expect(w.last).toMatchObject({ kind: 'lost', attempt: 1 });
  });

  it('tries at once when asked to, never twice at a time', async () => {
    const w = new World();
    const link = w.link();
    link.retry();
    expect(w.asked).toHaveLength(1);
    w.asked[0]!.fail(new Error('refused'));
    await settle();
    link.retry();
    link.retry();
    expect(w.asked).toHaveLength(2);
    await w.pass(500);
    expect(w.asked).toHaveLength(2);
  });

  it('is silent after its end', async () => {
    const w = new World();
    const link = w.link();
    (await w.open()).enqueue(state(1));
    await settle();
    link.close();
    await settle();
    await w.pass(60_000);
    expect(w.last).toEqual({ kind: 'open' });
    expect(w.asked).toHaveLength(1);
    expect(w.timers).toEqual([]);
  });
});

describe('a screen on air', () => {
  it('notices a dead line within two and a half seconds and tries every 700 ms', async () => {
    const w = new World();
    new Link('/api/events', { message: () => {}, state: (s) => w.states.push(s) }, w, brisk);
    const stream = await w.open();
    stream.enqueue(new TextEncoder().encode('event: state\ndata: {}\n\n'));
    await settle();
    expect(w.last.kind).toBe('open');
    await w.pass(2499);
    expect(w.last.kind).toBe('open');
    await w.pass(2);
    expect(w.last.kind).toBe('lost');
    const before = w.asked.length;
    await w.pass(20_000); // nothing answers: each try is given up after a second
    expect(w.asked.length - before).toBeGreaterThanOrEqual(11);
  });
  it('never pauses longer than a second before it tries again', () => {
    for (let n = 1; n < 50; n++) expect(brisk.pause(n, () => 1)).toBeLessThanOrEqual(1000);
  });
});
