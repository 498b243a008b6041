// Where a line chart's points and marks lie.

export interface Drawn {
  points: [number, number][]; // of the values, in the chart's units
  ticks: { y: number; value: number }[];
  top: number; // the value at the upper edge
}

/** The upper edge for the largest value: 1, 2 or 5 times a power of ten. */
export function ceiling(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return power * ([1, 2, 5, 10].find((k) => k * power >= largest) ?? 10);
}

/** Lays values out over a width and height, the first left, zero at the bottom. A share's scale ends at 1 at most. */
export function lay(values: number[], width: number, height: number, share: boolean): Drawn {
  const top = share ? Math.min(1, ceiling(Math.max(...values, 0.01))) : ceiling(Math.max(...values, 1));
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return {
    points: values.map((v, i) => [values.length > 1 ? i * step : width / 2, height * (1 - v / top)]),
    ticks: [0, 0.5, 1].map((k) => ({ y: height * (1 - k), value: k * top })),
    top,
  };
}

/** How dark a cell of the heat map is: the square root keeps rare places to be seen. */
export const heat = (n: number, most: number): number => (most > 0 ? Math.sqrt(n / most) : 0);
