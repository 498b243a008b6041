// Colours of discs as the camera sees them.

export type ColourName = 'black' | 'white' | 'grey' | 'natural' | 'brown' | 'orange' | 'yellow' | 'red' | 'green' | 'blue' | 'purple' | 'pink';

function channels(hex: string): [number, number, number] {
  const n = /^#([0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!n) return [128, 128, 128];
  return [parseInt(n.slice(0, 2), 16), parseInt(n.slice(2, 4), 16), parseInt(n.slice(4, 6), 16)];
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((v) => {
    const s = v / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two luminances (WCAG 2.2), 1 to 21. */
export const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Black or white, whichever reads better on the colour. */
export function inkOn(hex: string): '#000000' | '#ffffff' {
  const l = luminance(hex);
  return contrast(l, 0) >= contrast(l, 1) ? '#000000' : '#ffffff';
}

/** The plain word for a colour; lamps tint white discs, so pale ones count as white or natural. */
export function colourName(hex: string): ColourName {
  const [r, g, b] = channels(hex);
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const spread = high - low;
  const saturation = high === 0 ? 0 : spread / high;
  if (high < 60) return 'black';
  if (saturation < 0.16) return high > 185 ? 'white' : high < 85 ? 'black' : 'grey';
  const sector = high === r ? ((g - b) / spread + 6) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  const hue = sector * 60;
  if (hue >= 18 && hue < 50) {
    if (saturation < 0.5 && high > 120) return 'natural';
    if (high < 140) return 'brown';
    return hue < 40 ? 'orange' : 'yellow';
  }
  if (hue < 18 || hue >= 345) return 'red';
  if (hue < 68) return 'yellow';
  if (hue < 170) return 'green';
  if (hue < 255) return 'blue';
  if (hue < 300) return 'purple';
  return 'pink';
}
