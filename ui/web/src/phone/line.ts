// The line on which pictures go: it comes back by itself.

import { backoff } from '../link';
import { Adapter } from './adapt';
import { head, parse } from './wire';

/** What there is to say of the line. */
export type LineState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  | { kind: 'lost'; attempt: number }
  | { kind: 'refused'; why: 'replaced' | 'signed_out' | 'not_wanted' | 'not_allowed' | 'rejected'; detail: string };

export interface LineHandlers {
  state(s: LineState): void;
  answered(error: string): void; // for a picture; empty: it was read
  /** Why the server would not open the line; null where it would, or is not there. */
  ask(): Promise<'not_wanted' | 'not_allowed' | null>;
}

const refusedPause = 4000;

/** WebSocket close codes, RFC 6455 7.4.1. */
const policyViolation = 1008;
const invalidPayload = 1007;
const tooBig = 1009;

export class Line {
  readonly adapter = new Adapter();
  #url: string;
  #handlers: LineHandlers;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #attempt = 0;
  #closed = false;

  constructor(url: string, handlers: LineHandlers) {
    this.#url = url;
    this.#handlers = handlers;
    this.#connect();
  }

  /** Whether a picture taken now would be sent. */
  wants(now: number): boolean {
    const s = this.#socket;
    // What waits in this browser counts as on its way, though nobody answers it.
    return s?.readyState === WebSocket.OPEN && s.bufferedAmount < 2_000_000 && this.adapter.wants(now);
  }

  async send(jpeg: Blob, taken: number): Promise<void> {
    const s = this.#socket;
    if (s?.readyState !== WebSocket.OPEN) return;
    const number = ++this.#number;
    this.adapter.sent(number, performance.now());
    s.send(new Blob([head(number, taken), jpeg]));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  #connect(): void {
    if (this.#closed) return;
    const s = new WebSocket(this.#url);
    this.#socket = s;
    let opened = false;
    s.onopen = () => {
      opened = true;
      this.#attempt = 0;
      this.adapter.reset(performance.now());
      this.#handlers.state({ kind: 'open' });
    };
    s.onmessage = (e) => {
      const m = typeof e.data === 'string' ? parse(e.data) : null;
      if (m?.type === 'ping') s.send(JSON.stringify({ type: 'pong', n: m.n, t: performance.now() }));
      if (m?.type === 'ack') {
        this.adapter.answered(m.n, performance.now());
        this.#handlers.answered(m.error ?? '');
      }
    };
    s.onclose = (e) => void this.#ended(e, opened);
  }

  async #ended(e: CloseEvent, opened: boolean): Promise<void> {
    if (this.#closed) return;
    if (e.code === policyViolation || e.code === invalidPayload || e.code === tooBig) {
      const why = /another phone/.test(e.reason) ? 'replaced' : /signed out/.test(e.reason) ? 'signed_out' : 'rejected';
      this.#closed = true;
      this.#handlers.state({ kind: 'refused', why, detail: e.reason });
      return;
    }
    const why = opened ? null : await this.#handlers.ask();
    if (this.#closed) return;
    this.#attempt++;
    if (why) {
      this.#handlers.state({ kind: 'refused', why, detail: '' });
      this.#timer = setTimeout(() => this.#connect(), refusedPause);
      return;
    }
    this.#handlers.state({ kind: 'lost', attempt: this.#attempt });
    this.#timer = setTimeout(() => this.#connect(), backoff(this.#attempt, Math.random));
  }
}
