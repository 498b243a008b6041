import type en from '../words/en/hall';
import { words } from '../words';
import { Refused } from './asked';

/** The words that all pages of a hall share. */
export const hallText = await words<typeof en>('hall');

/** Why something was not done, for people. */
export function why(e: unknown): string {
  if (!(e instanceof Refused)) return hallText.refused;
  if (e.code === 'unreached') return hallText.unreached;
  return e.code === 'not_director' ? hallText.notDirector : e.message || hallText.refused;
}
