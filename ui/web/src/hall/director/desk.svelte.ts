// What the parts of the director's page share: how it stands, and doing
// something with the refusal shown where it was asked for.

import type { Hall } from '../hall.svelte';
import { why } from '../text';
import type { Entrant, GroupStandings, Pairing } from '../types';
import { put, type Aside, type DeskState, type Entry, type Order } from './events';

/** A question before something is done, with what follows from it. */
export interface Question {
  title: string;
  follows: string[];
  yes: string;
  bad?: boolean; // it destroys something
  reason?: boolean; // asked, and put into the log
  work: (reason: string) => Promise<unknown>;
}

export class Desk {
  state = $state.raw<DeskState | null>(null);
  question = $state.raw<Question | null>(null);
  fault = $state(''); // of the newest thing that was tried
  busy = $state(false);

  readonly hall: Hall;
  readonly #entrants;
  readonly #pairings;
  readonly #standings;
  readonly #aside;
  readonly #log;

  constructor(hall: Hall) {
    this.hall = hall;
    this.#entrants = hall.ask<{ entrants: Entrant[] }>('/entrants');
    this.#pairings = hall.ask<{ pairings: Pairing[] }>('/pairings');
    this.#standings = hall.ask<{ standings: GroupStandings[] }>('/standings');
    this.#aside = hall.ask<{ aside: Aside[] | null; counts: Record<string, number> }>('/aside');
    this.#log = hall.ask<{ log: Entry[] }>('');
  }

  /** Reads what only the director may, from now on. */
  enter(state: DeskState): void {
    this.state = state;
    this.#log.at(state.director ? '/desk/log' : '');
  }

  get info() {
    return this.hall.info.value;
  }
  get entrants(): Entrant[] {
    return this.#entrants.value?.entrants ?? [];
  }
  get pairings(): Pairing[] {
    return this.#pairings.value?.pairings ?? [];
  }
  get log(): Entry[] {
    return this.#log.value?.log ?? [];
  }
  get aside(): Aside[] {
    return this.#aside.value?.aside ?? [];
  }
  get asideCount(): number {
    return Object.values(this.#aside.value?.counts ?? {}).reduce((a, b) => a + b, 0);
  }

  /** Who is in a stage's groups, by their place. */
  membersOf(stage: number): { id: string; group: number }[] {
    return (this.#standings.value?.standings ?? []).filter((g) => g.stage_n === stage).flatMap((g) => g.rows.map((r) => ({ id: r.entrant, group: g.group_n })));
  }

  /** What does not fit comes without the tournament moving: it is asked for by the clock. */
  lookAside(): void {
    void this.#aside.refresh();
  }

  nameOf(id: string): string {
    const e = this.entrants.find((x) => x.id === id);
    return e ? entrantName(e) : id;
  }

  /** Does something; true when it was done. A refusal stands in fault, in words. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    try {
      await work();
      return true;
    } catch (e) {
      this.fault = why(e);
      return false;
    } finally {
      this.busy = false;
    }
  }

  put(...orders: Order[]): Promise<boolean> {
    return this.run(() => inTurn(orders));
  }

  ask(q: Question): void {
    this.fault = '';
    this.question = q;
  }
}

/** Says orders one after the other. */
export async function inTurn(orders: readonly Order[]): Promise<void> {
  for (const o of orders) await put(o);
}

/** What an entrant is called: the team's name, or its players'. */
export const entrantName = (e: { team?: string; players: { name: string }[] }): string => e.team || e.players.map((p) => p.name).join(' & ');
