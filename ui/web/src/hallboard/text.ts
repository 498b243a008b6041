import { words } from '../words';
import type en from '../words/en/hallboard';

/** The words of this card. */
export const text = await words<typeof en>('hallboard');
