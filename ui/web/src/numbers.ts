// Figures as a language writes them.

/** Writes figures with so many decimals, a true minus sign, and no minus zero. */
export function decimals(language: string): (v: number, digits?: number) => string {
  const kept = new Map<number, Intl.NumberFormat>();
  return (v, digits = 1) => {
    let f = kept.get(digits);
    if (!f) {
      f = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative', useGrouping: false });
      kept.set(digits, f);
    }
    return f.format(v).replace('-', '\u2212');
  };
}

/** Seconds, minutes or hours, whichever fits. */
export const age = (s: number): string => (s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`);
