// The hall as a page has it: every table's line as it was last heard, how far
// the tournament has come, and whether the hub still answers.

import { apiRoot } from '../base';
import { calm, Link, steady, type LinkState } from '../link';
import { asked, Refused } from './asked';
import { after } from './order';
import type { EventInfo, TableLine } from './types';

export class Hall {
  tables = $state.raw<TableLine[]>([]);
  heard = $state(false); // whether the hub has ever told its state
  link = $state.raw<LinkState>({ kind: 'connecting' });
  opened = $state(0); // how often the line was opened

  /** Of the hub's clock, ms since 1970, moving every second: what is late, and since when. */
  now = $state(Date.now());
  #ahead = 0; // of the hub's clock, ms

  #answers: Answer<unknown>[] = [];
  info = this.ask<EventInfo>('/event');

  #line: Link | undefined;
  #moved = false; // the tournament has, since the answers were asked for
  #coming = new Map<string, TableLine>();

  /** Listens until the returned function is called. A screen on air must notice at once when its line breaks. */
  start(onAir = false): () => void {
    this.#line = new Link(
      apiRoot('/changes'),
      {
        events: ['table', 'tournament'],
        message: (data, event) => this.#take(data, event),
        state: (s) => {
          this.link = s;
          if (s.kind === 'open') this.opened++;
          if (s.kind === 'open') for (const a of this.#answers) if (a.problem) void this.#refresh(a);
        },
      },
      undefined,
      onAir ? steady : calm,
    );
    const retry = () => this.#line?.retry();
    const awake = () => document.visibilityState === 'visible' && retry();
    addEventListener('online', retry);
    document.addEventListener('visibilitychange', awake);
    const clock = setInterval(() => (this.now = Date.now() + this.#ahead), 1000);
    return () => {
      removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', awake);
      clearInterval(clock);
      this.#line?.close();
    };
  }

  retry(): void {
    this.#line?.retry();
  }

  /** The answer to a path of the hub's API, asked for now and whenever the tournament has moved. */
  ask<T>(path: string): Answer<T> {
    const a = new Answer<T>(path);
    this.#answers.push(a as Answer<unknown>);
    if (this.heard) void this.#refresh(a as Answer<unknown>);
    return a;
  }

  /** Whether the hub has said that no tournament is open. */
  get unopened(): boolean {
    return this.info.problem?.code === 'not_open';
  }

  /** The table that is shown on air; '' for none. */
  get featured(): string {
    return this.info.value?.featured ?? '';
  }

  /** Whether carrom is played: there are no twenties, and no CMN. */
  get carrom(): boolean {
    return this.info.value?.game === 'carrom';
  }

  get lost(): boolean {
    return this.link.kind === 'lost';
  }

  table(name: string): TableLine | undefined {
    return this.tables.find((t) => t.table === name);
  }

  #take(data: string, event: string): void {
    if (this.#coming.size === 0 && !this.#moved) queueMicrotask(() => this.#settle());
    if (event === 'tournament') this.#moved = true;
    else {
      const line = JSON.parse(data) as TableLine;
      this.#coming.set(line.table, line);
    }
  }

  /** All that came together is shown together: one drawing for sixty tables. */
  #settle(): void {
    if (this.#coming.size > 0) this.tables = after(this.tables, this.#coming);
    this.#coming.clear();
    this.heard = true;
    if (this.#moved) for (const a of this.#answers) void this.#refresh(a);
    this.#moved = false;
  }

  async #refresh(a: Answer<unknown>): Promise<void> {
    await a.refresh();
    if (a === this.info && this.info.value) this.#ahead = Date.parse(this.info.value.now) - Date.now();
  }
}

/** What the hub answers to a path, kept up to date with the tournament. */
export class Answer<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<Refused | null>(null); // why there is none, or no newer one
  #path: string;
  #asking = false;
  #again = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Asks for another path from now on; '' asks for nothing. What is there stays until the new answer comes. */
  at(path: string): void {
    if (path === this.#path) return;
    this.#path = path;
    if (path === '') this.value = null;
    else void this.refresh();
  }

  /** Asks anew; while an answer is under way, once more after it. */
  async refresh(): Promise<void> {
    if (this.#path === '') return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    do {
      this.#again = false;
      const path = this.#path;
      try {
        const value = await asked<T>(path);
        if (path !== this.#path) continue; // it was for what is no longer asked for
        this.value = value;
        this.problem = null;
      } catch (e) {
        if (path !== this.#path) continue;
        this.problem = e instanceof Refused ? e : new Refused('unreached', '');
        if (this.problem.code === 'not_open') this.value = null;
      }
    } while (this.#again);
    this.#asking = false;
  }
}
