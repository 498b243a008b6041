// What the person at this screen is doing: one order after the other,
// and why one was refused.

import { correct, enter, takeNext, type DiscSaid, type Order } from './orders';

class Operator {
  busy = $state(false);
  refused = $state('');

  /** Enters an order; true when it was taken. */
  order = (o: Order): Promise<boolean> => this.#run(() => enter(o));

  /** Says how discs lie; true when it was taken. */
  correct = (...discs: DiscSaid[]): Promise<boolean> => this.#run(() => correct(...discs));

  /** Begins the hall's next match; true when it was begun. */
  next = (): Promise<boolean> => this.#run(takeNext);

  forget = (): void => {
    this.refused = '';
  };

  #waiting = 0;
  #before: Promise<unknown> = Promise.resolve();

  /** Does one after the other: who types faster than the line is, is heard. */
  #run(work: () => Promise<void>): Promise<boolean> {
    this.#waiting++;
    this.busy = true;
    const mine = this.#before.then(async () => {
      this.refused = '';
      try {
        await work();
        return true;
      } catch (e) {
        this.refused = e instanceof Error ? e.message : String(e);
        return false;
      } finally {
        this.busy = --this.#waiting > 0;
      }
    });
    this.#before = mine;
    return mine;
  }
}

export const operator = new Operator();
