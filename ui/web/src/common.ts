import type en from './words/en/common';
import { words } from './words';

/** The words that all pages share. */
export const common = await words<typeof en>('common');
