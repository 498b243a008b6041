// What this device remembers. Storage may be switched off: then it forgets.

export type Theme = 'light' | 'dark';

export interface Layers {
  rings: boolean;
  footprints: boolean;
  tops: boolean;
  left_out: boolean;
  zoom: boolean;
}

const layersKey = 'ditchline.layers';
const themeKey = 'ditchline.theme';

export const defaultLayers: Layers = { rings: true, footprints: true, tops: true, left_out: true, zoom: true };

/** The layers that a stored text asks for; whatever is not a yes or no keeps its default. */
export function parseLayers(stored: string | null): Layers {
  const layers = { ...defaultLayers };
  try {
    const read: unknown = JSON.parse(stored ?? '');
    if (typeof read !== 'object' || read === null) return layers;
    for (const key of Object.keys(layers) as (keyof Layers)[]) {
      const v = (read as Record<string, unknown>)[key];
      if (typeof v === 'boolean') layers[key] = v;
    }
  } catch {
    // Nothing stored, or not by us.
  }
  return layers;
}

export function loadLayers(): Layers {
  return parseLayers(recall(layersKey));
}

export function saveLayers(layers: Layers): void {
  remember(layersKey, JSON.stringify(layers));
}

export function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme;
  if (set === 'light' || set === 'dark') return set;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember(themeKey, theme);
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds for as long as the page is open.
  }
}
