// The line to the server: it reads events, notices silence, and comes back by
// itself.

import { EventParser } from './events';

/** Longer silence than this means that the line is dead; the server's heart beats every 5 s. */
export const silenceLimit = 12_000;

/** What the page knows of its line. Times are of Env.now, ms; since is when the server was last heard. */
export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  | { kind: 'lost'; since: number; retryAt: number; attempt: number };

/** The outside world of a link, so that tests drive its clock. */
export interface Env {
  fetch(url: string, init: { signal: AbortSignal; headers: Record<string, string> }): Promise<Response>;
  now(): number;
  after(ms: number, run: () => void): () => void;
  random(): number;
}

export const browserEnv: Env = {
  fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
  now: () => Date.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
  random: Math.random,
};

/**
 * The pause before the n-th try (n from 1), ms: doubling from half a second to
 * eight, a quarter of it by chance so that fifty screens don't come back at once.
 */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(8000, 500 * 2 ** (attempt - 1));
  return Math.round(full * (0.75 + 0.25 * random()));
}

export interface Handlers {
  message(data: string, event: string): void;
  state(state: LinkState): void;
  events?: readonly string[]; // that are heard; 'state' alone where nothing is said
}

/** How patient a link is, ms. */
export interface Pace {
  connect: number; // until the server answers
  silence: number; // between two signs of life
  pause(attempt: number, random: () => number): number; // before the n-th try
}

export const calm: Pace = { connect: silenceLimit, silence: silenceLimit, pause: backoff };

/**
 * Of a screen on air: it must mark what is old at once, and be right again
 * within two seconds. It asks for a heartbeat a second (?beat=1).
 */
export const brisk: Pace = { connect: 1000, silence: 2500, pause: (attempt, random) => Math.round(Math.min(700, 200 * attempt) * (0.75 + 0.25 * random())) };

/** Of a screen on air that a hub feeds, whose heart beats every 4 s. */
export const steady: Pace = { ...brisk, silence: 10_000 };

const states = ['state'];

export class Link {
  #pace: Pace;
  #url: string;
  #handlers: Handlers;
  #env: Env;
  #attempt = 0;
  #open = false;
  #heard: number;
  #abort: AbortController | undefined;
  #cancelTimer: () => void = () => {};
  #closed = false;

  constructor(url: string, handlers: Handlers, env: Env = browserEnv, pace: Pace = calm) {
    this.#pace = pace;
    this.#url = url;
    this.#handlers = handlers;
    this.#env = env;
    this.#heard = env.now();
    handlers.state({ kind: 'connecting' });
    void this.#run();
  }

  /** Tries at once, if the line is down. */
  retry(): void {
    if (this.#closed || this.#abort) return;
    this.#cancelTimer();
    void this.#run();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer();
    this.#abort?.abort();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const listen = (patience: number) => {
      this.#cancelTimer();
      this.#cancelTimer = this.#env.after(patience, () => abort.abort());
    };
    listen(this.#pace.connect);
    try {
      const answer = await this.#env.fetch(this.#url, { signal: abort.signal, headers: { Accept: 'text/event-stream' } });
      if (!answer.ok || !answer.body) throw new Error(`events: status ${answer.status}`);
      const parser = new EventParser();
      const decoder = new TextDecoder();
      const reader = answer.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        listen(this.#pace.silence);
        if (this.#open) this.#heard = this.#env.now();
        for (const e of parser.feed(decoder.decode(value, { stream: true }))) {
          if (!(this.#handlers.events ?? states).includes(e.event)) continue;
          // Only a whole state proves the line good: a server that answers
          // and breaks off is not asked faster and faster.
          if (!this.#open) this.#handlers.state({ kind: 'open' });
          this.#open = true;
          this.#attempt = 0;
          this.#heard = this.#env.now();
          this.#handlers.message(e.data, e.event);
        }
      }
    } catch {
      // Lost or refused: either way the answer is to try again.
    }
    this.#abort = undefined;
    this.#cancelTimer();
    if (this.#closed) return;
    this.#attempt++;
    this.#open = false;
    const pause = this.#pace.pause(this.#attempt, this.#env.random);
    this.#handlers.state({ kind: 'lost', since: this.#heard, retryAt: this.#env.now() + pause, attempt: this.#attempt });
    this.#cancelTimer = this.#env.after(pause, () => void this.#run());
  }
}
