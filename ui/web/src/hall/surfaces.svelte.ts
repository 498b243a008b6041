// The surfaces of the hall's boards, each asked for once.

import { SvelteMap } from 'svelte/reactivity';
import { asked } from './asked';
import { surfaceOf, type BoardModel, type Surface } from './surface';

const known = new SvelteMap<string, Surface>();
const coming = new Set<string>();

/** The surface of a name that a table's line has; undefined until it has come. */
export function surface(name: string): Surface | undefined {
  const there = known.get(name);
  if (!there && name && !coming.has(name)) {
    coming.add(name);
    asked<BoardModel>(`/surfaces/${encodeURIComponent(name)}`).then(
      (b) => known.set(name, surfaceOf(b)),
      () => setTimeout(() => coming.delete(name), 2000), // the next line that comes asks again
    );
  }
  return there;
}
