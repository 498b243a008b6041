// Which table is on air is the director's to say: also on the wall and on a
// table's page, for a browser that is signed in as the director's.

import { deskState, put } from './director/events';
import type { Hall } from './hall.svelte';
import { why } from './text';

export class OnAir {
  may = $state(false); // this browser is the director's
  fault = $state(''); // of the last try
  busy = $state(false);
  #hall: Hall;

  constructor(hall: Hall) {
    this.#hall = hall;
  }

  /** Asks whether this browser may. */
  async look(): Promise<void> {
    try {
      this.may = (await deskState()).director;
    } catch {
      this.may = false; // the page is complete without it
    }
  }

  get table(): string {
    return this.#hall.featured;
  }

  /** Puts a table on air; '' none. */
  async choose(table: string): Promise<void> {
    this.busy = true;
    this.fault = '';
    try {
      await put({ kind: 'feature', table });
    } catch (e) {
      this.fault = why(e);
    }
    this.busy = false;
  }
}
