// What people enter into the match.

import { api } from '../base';

export interface Order {
  kind: 'ruling' | 'undo' | 'redo' | 'round';
  of?: number;
  answers?: Record<string, boolean>;
}

/** Enters an order; throws with the server's sentence when it is refused. */
export async function enter(order: Order): Promise<void> {
  const answer = await fetch(api('/match/orders'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (answer.ok) return;
  const body = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(body?.error?.message ?? `status ${answer.status}`);
}
