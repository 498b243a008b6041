// The overlay's colours. They stand over any picture, so that each panel
// brings its own ground.

import { contrast, luminance } from '../colour';
import type { Options } from './params';

export interface Theme {
  panel: string; // the ground of the rows
  panelSolid: string; // what the panel's colour amounts to, for contrast
  head: string;
  line: string;
  ink: string;
  quiet: string;
  accent: string;
  onAccent: string;
  shadow: string;
  halo: string; // text-shadow
}

const themes: Record<Options['theme'], Omit<Theme, 'accent' | 'onAccent'> & { accent: string }> = {
  dark: {
    panel: '#17130ffa', panelSolid: '#17130f', head: '#0d0b09fc', line: '#ffffff1a', ink: '#fbf5ea', quiet: '#c9bba6', accent: '#e8b06f', shadow: '0 10px 34px #0000007a, 0 1px 3px #0000008c', halo: 'none',
  },
  light: {
    panel: '#fffdf8fa', panelSolid: '#fffdf8', head: '#f1e6d4fc', line: '#3d2a181f', ink: '#221910', quiet: '#635545', accent: '#9a4d16', shadow: '0 10px 34px #00000052, 0 1px 3px #0000004d', halo: 'none',
  },
  clear: {
    panel: 'transparent', panelSolid: '#000000', head: 'transparent', line: 'transparent', ink: '#ffffff', quiet: '#fff8ec', accent: '#f2bb7a', shadow: 'none', halo: '0 0 2px #000, 0 0 4px #000e, 0 1px 8px #000d, 0 0 20px #000b',
  },
};

/** The colours of a theme with an accent, '' for the theme's own. */
export function themeOf(name: Options['theme'], accent: string): Theme {
  const t = themes[name];
  const chosen = accent || t.accent;
  const l = luminance(chosen);
  return { ...t, accent: chosen, onAccent: contrast(l, luminance('#1a120a')) >= contrast(l, 1) ? '#1a120a' : '#ffffff' };
}
