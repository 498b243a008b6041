// A bracket as the hub tells it (score/hall/tournament/bracket.go), and who
// goes which way through it: pure.

export interface Side {
  entrant?: string; // missing: not known yet, or nobody
  seed?: number;
  nobody?: boolean;
}

export interface Slot {
  sides: [Side, Side];
  match?: string; // missing: not drawn yet
  winner?: string;
  bye?: boolean;
  stray?: boolean; // drawn otherwise than the results before it lead to
}

export interface Bracket {
  columns: Slot[][];
  third?: Slot;
  winner?: string;
  others?: string[];
  stage: string;
  group: string;
  stage_n: number;
  group_n: number;
  groups: number;
  games: number;
}

/** The slots of one entrant, one a column, as far as the way goes. */
export function way(b: Bracket, entrant: string): { column: number; slot: Slot }[] {
  const found: { column: number; slot: Slot }[] = [];
  for (const [column, slots] of b.columns.entries()) {
    const slot = slots.find((s) => s.sides.some((side) => side.entrant === entrant));
    if (slot) found.push({ column, slot });
  }
  return found;
}

/** Whether an entrant went on from a slot: the line that leaves it is theirs. */
export const wentOn = (slot: Slot, entrant: string): boolean => entrant !== '' && slot.winner === entrant;

/** The column that is being played: the first with a match not decided; the last when all are. */
export function current(b: Bracket): number {
  const i = b.columns.findIndex((slots) => slots.some((s) => !s.winner && !s.sides.every((side) => side.nobody)));
  return i < 0 ? b.columns.length - 1 : i;
}
