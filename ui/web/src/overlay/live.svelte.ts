// The state of the board as a screen on air has it: always the newest that was
// heard, and whether it still holds.

import { api } from '../base';
import { brisk, Link, type LinkState } from '../link';
import type { Snapshot } from '../snapshot';

export class Live {
  snapshot = $state.raw<Snapshot | null>(null);
  link = $state.raw<LinkState>({ kind: 'connecting' });
  #line: Link | undefined;

  /** Listens until the returned function is called. */
  start(): () => void {
    this.#line = new Link(
      api('/events?beat=1'),
      {
        message: (data) => (this.snapshot = JSON.parse(data) as Snapshot),
        state: (s) => (this.link = s),
      },
      undefined,
      brisk,
    );
    const retry = () => this.#line?.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      this.#line?.close();
    };
  }

  /** Why what is shown is old; '' when it is not. */
  get stale(): '' | 'server' | 'camera' {
    if (this.link.kind === 'lost') return 'server';
    return this.snapshot?.phase === 'camera_lost' ? 'camera' : '';
  }

  /** When the server was last heard, ms since 1970; 0 while it is. */
  get since(): number {
    return this.link.kind === 'lost' ? this.link.since : 0;
  }

  retry(): void {
    this.#line?.retry();
  }
}
