// What people enter into the match. Nothing is shown before the server has
// taken it: totals are always the server's.

import { api } from '../base';

export interface Order {
  kind: 'ruling' | 'correction' | 'undo' | 'redo' | 'round' | 'edit' | 'flag' | 'starter' | 'concede' | 'stop' | 'note';
  of?: number;
  answers?: Record<string, boolean>;
  edit?: { twenties?: Record<string, number> };
  flag?: { code: string; action?: string; seat?: string };
  round?: { counts: Record<string, { board: number; twenties: number }> };
  seat?: string;
  side?: string;
  note?: string;
  stroke?: { own: number; opp: number; queen: boolean; striker: boolean; foul?: string }; // of a carrom stroke's correction
}

/** What is said of one disc; places are mm in the board frame. */
export interface DiscSaid {
  id?: string;
  was?: [number, number];
  team?: string;
  x_mm: number;
  y_mm: number;
  state: 'flat' | 'leaning' | 'in_hole' | 'ditch';
}

export const enter = (order: Order): Promise<void> => post('/match/orders', order);

/** Says how discs lie, against what the camera sees. */
export const correct = (...discs: DiscSaid[]): Promise<void> => post('/match/corrections', { discs });

/** Begins the hall's next match now. */
export const takeNext = (): Promise<void> => post('/match/next', {});

/** Posts; throws with the server's sentence when it is refused. */
async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(api(path), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (answer.ok) return;
  const told = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null;
  throw new Error(told?.error?.message ?? `status ${answer.status}`);
}
