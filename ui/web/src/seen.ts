// The pictures with what was seen in each: parts of JSON and JPEG in turn, so
// that what is drawn lies where that very picture shows it.

import { backoff, browserEnv, silenceLimit, type Env } from './link';
import type { Snapshot } from './snapshot';

export interface Part {
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

/** The most that one part may have, bytes: more is no picture of ours. */
const maxPart = 64 << 20;

/** Splits a multipart stream whose parts say their length, whatever its chunks. */
export class PartParser {
  #rest = new Uint8Array(0);
  #head: { type: string; length: number } | null = null;

  /** The parts that this chunk completes. */
  feed(chunk: Uint8Array): Part[] {
    const all = new Uint8Array(this.#rest.length + chunk.length);
    all.set(this.#rest);
    all.set(chunk, this.#rest.length);
    const parts: Part[] = [];
    let at = 0;
    for (;;) {
      if (!this.#head) {
        const end = find(all, headEnd, at);
        if (end < 0) break;
        const words = new TextDecoder('latin1').decode(all.subarray(at, end));
        const length = Number(/content-length:\s*(\d+)/i.exec(words)?.[1] ?? NaN);
        if (!(length >= 0 && length <= maxPart)) throw new Error('a part of the stream does not say its length');
        this.#head = { type: /content-type:\s*([^\s;]+)/i.exec(words)?.[1] ?? '', length };
        at = end + headEnd.length;
      }
      if (all.length - at < this.#head.length) break;
      parts.push({ type: this.#head.type, body: all.slice(at, at + this.#head.length) });
      at += this.#head.length;
      this.#head = null;
    }
    this.#rest = all.slice(at);
    return parts;
  }
}

const headEnd = new TextEncoder().encode('\r\n\r\n');

function find(all: Uint8Array, what: Uint8Array, from: number): number {
  outer: for (let i = all.indexOf(what[0]!, from); i >= 0; i = all.indexOf(what[0]!, i + 1)) {
    if (i + what.length > all.length) return -1;
    for (let k = 1; k < what.length; k++) if (all[i + k] !== what[k]) continue outer;
    return i;
  }
  return -1;
}

/** Reads the pictures until it is closed; where the stream breaks it is asked for anew. */
export class Seen {
  #env: Env;
  #closed = false;
  #abort: AbortController | undefined;
  #cancel: () => void = () => {};
  #attempt = 0;

  constructor(
    private url: string,
    private show: (jpeg: Blob, state: Snapshot) => Promise<void>,
    env: Env = browserEnv,
  ) {
    this.#env = env;
    void this.#run();
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#abort?.abort();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const listen = () => {
      this.#cancel();
      this.#cancel = this.#env.after(silenceLimit, () => abort.abort());
    };
    listen();
    try {
      const answer = await this.#env.fetch(this.url, { signal: abort.signal, headers: { Accept: 'multipart/mixed' } });
      if (!answer.ok || !answer.body) throw new Error(`pictures: status ${answer.status}`);
      const parser = new PartParser();
      const reader = answer.body.getReader();
      let state: Snapshot | null = null;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        listen();
        for (const part of parser.feed(value)) {
          if (part.type === 'application/json') {
            state = JSON.parse(new TextDecoder().decode(part.body)) as Snapshot;
          } else if (part.type === 'image/jpeg' && state && !this.#closed) {
            await this.show(new Blob([part.body], { type: part.type }), state);
            this.#attempt = 0;
          }
        }
      }
    } catch {
      // Lost or refused: either way the answer is to try again.
    }
    this.#cancel();
    abort.abort();
    if (this.#closed) return;
    this.#attempt++;
    this.#cancel = this.#env.after(backoff(this.#attempt, this.#env.random), () => void this.#run());
  }
}
