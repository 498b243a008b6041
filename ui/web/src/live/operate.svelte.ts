// What the person at this screen is doing: one order at a time, and why one
// was refused.

import { correct, enter, type DiscSaid, type Order } from './orders';

class Operator {
  busy = $state(false);
  refused = $state('');

  /** Enters an order; true when it was taken. */
  order = (o: Order): Promise<boolean> => this.#run(() => enter(o));

  /** Says how discs lie; true when it was taken. */
  correct = (...discs: DiscSaid[]): Promise<boolean> => this.#run(() => correct(...discs));

  forget = (): void => {
    this.refused = '';
  };

  async #run(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false; // a key held down is one order
    this.busy = true;
    this.refused = '';
    try {
      await work();
      return true;
    } catch (e) {
      this.refused = e instanceof Error ? e.message : String(e);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const operator = new Operator();
