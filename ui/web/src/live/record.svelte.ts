// The record of a shot, asked for until its clip is there.

import { evidence } from '../verdict';
import { beingMade, type ShotRecord } from './track';

/** How often and how long a record is asked for, ms: a clip takes a second or two. */
const every = 700;
const patience = 15_000;

export class Evidence {
  record = $state.raw<ShotRecord | null>(null);
  none = $state(false); // nothing is kept of this shot
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    private match: string,
    private seq: number,
  ) {
    void this.#ask(Date.now() + patience);
  }

  file = (name: string): string => evidence(this.match, this.seq, name);

  close = (): void => {
    this.#closed = true;
    clearTimeout(this.#timer);
  };

  async #ask(until: number): Promise<void> {
    let found: ShotRecord | null = null;
    try {
      // The list says what there is without an error in the console for what there is not yet.
      const list = await fetch(evidence(this.match, 0, '').replace(/\/0\/$/, ''), { cache: 'no-store' });
      const shots = list.ok ? ((await list.json()) as { shots: { shot: number }[] }).shots : [];
      if (shots.some((s) => s.shot === this.seq)) {
        const answer = await fetch(this.file('shot.json'), { cache: 'no-store' });
        if (answer.ok) found = (await answer.json()) as ShotRecord;
      }
    } catch {
      // Asked again below.
    }
    if (this.#closed) return;
    if (found) this.record = found;
    if (found && !beingMade(found)) return;
    if (Date.now() < until) this.#timer = setTimeout(() => void this.#ask(until), every);
    else this.none = !found;
  }
}
