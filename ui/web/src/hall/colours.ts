// The colours of discs whose board has not said them.

const fallback: Record<string, string> = { A: '#2b2b2b', B: '#e8dcc0', C: '#2f7d4f' };

/** A side's colour: its own where it is one, else the side's usual one. */
export const discColour = (side: string, own?: string): string => (own && /^#[0-9a-f]{6}$/i.test(own) ? own : (fallback[side] ?? '#888888'));
