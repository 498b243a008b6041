// How an enlarged picture lies in its window.

/** The picture k times as large, its top-left corner at (x, y) of the window, css pixels. */
export interface Lie {
  k: number;
  x: number;
  y: number;
}

export const whole: Lie = { k: 1, x: 0, y: 0 };
export const most = 8;

/** The lie after enlarging by a factor about a place of the window that stays where it is. */
export function zoomed(l: Lie, factor: number, at: [number, number], size: [number, number]): Lie {
  const k = Math.min(most, Math.max(1, l.k * factor));
  const f = k / l.k;
  return held({ k, x: at[0] - f * (at[0] - l.x), y: at[1] - f * (at[1] - l.y) }, size);
}

/** The lie after a shift. */
export function moved(l: Lie, by: [number, number], size: [number, number]): Lie {
  return held({ k: l.k, x: l.x + by[0], y: l.y + by[1] }, size);
}

/** The picture fills its window: no edge of it comes inside. */
function held(l: Lie, [w, h]: [number, number]): Lie {
  return { k: l.k, x: Math.min(0, Math.max(w - l.k * w, l.x)), y: Math.min(0, Math.max(h - l.k * h, l.y)) };
}
