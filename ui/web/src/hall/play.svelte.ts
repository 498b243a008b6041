// One table as its page and the overlay follow it: its match in full, asked for
// anew whenever its line has changed.

import { asked, Refused } from './asked';
import type { Hall } from './hall.svelte';
import { snapshotOf, type Play } from './play';
import { surface } from './surfaces.svelte';

export class Following {
  /** The newest answer; while another table's is coming, that of the one before. */
  play = $state.raw<Play | null>(null);
  problem = $state.raw<Refused | null>(null); // why there is none, or no newer one
  snapshot = $derived(this.play ? snapshotOf(this.play, surface(this.play.view?.surface ?? '')) : null);

  #hall: Hall;
  #name = '';
  #heard = ''; // what was heard of the table when it was asked about
  #asking = false;

  constructor(hall: Hall) {
    this.#hall = hall;
  }

  /** Follows a table; '' none. To be called in an effect: it asks when the table's line has changed, and when the hub is back. */
  follow(name: string): void {
    const heard = JSON.stringify([name, this.#hall.opened, this.#hall.table(name)]);
    if (this.#name !== name) this.problem = null;
    this.#name = name;
    if (!name) this.play = null;
    if (!name || !this.#hall.heard || this.#heard === heard) return;
    this.#heard = heard;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let heard = ''; heard !== this.#heard; ) {
      heard = this.#heard;
      const name = this.#name;
      try {
        const play = await asked<Play>(`/tables/${encodeURIComponent(name)}/play`);
        if (name === this.#name) [this.play, this.problem] = [play, null];
      } catch (e) {
        this.problem = e instanceof Refused ? e : new Refused('unreached', '');
      }
    }
    this.#asking = false;
  }
}
