import { words } from '../../words';
import type en from '../../words/en/hallplayer';

/** The words of this page. */
export const text = await words<typeof en>('hallplayer');
