import type en from '../../words/en/halltv';
import { words } from '../../words';

/** The words of this page. */
export const text = await words<typeof en>('halltv');
