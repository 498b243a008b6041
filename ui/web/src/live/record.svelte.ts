// The record of a shot, asked for until its clip is there.

import { apiRoot } from '../base';
import { evidence } from '../verdict';
import { beingMade, type ShotRecord } from './track';

/** How often and how long a record is asked for, ms: a clip takes a second or two, on a busy machine many. */
const every = 1000;
const patience = 120_000;

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
  return (await answer.json()) as T;
}

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

  /** Whether there is anything of the shot yet: asking for what there is not is an error. */
  async #kept(): Promise<boolean> {
    const { matches } = await read<{ matches: { match: string }[] }>(apiRoot('/evidence'));
    if (!matches.some((m) => m.match === this.match)) return false;
    const { shots } = await read<{ shots: { shot: number }[] }>(apiRoot(`/evidence/${encodeURIComponent(this.match)}`));
    return shots.some((s) => s.shot === this.seq);
  }

  async #ask(until: number): Promise<void> {
    let found: ShotRecord | null = null;
    try {
      if (await this.#kept()) {
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
