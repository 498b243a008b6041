import { words } from '../../words';
import type en from '../../words/en/hallstandings';

/** The words of this page. */
export const text = await words<typeof en>('hallstandings');
