import type en from './words/en/board';
import { words } from './words';

/** The words about a board and its discs. */
export const boardText = await words<typeof en>('board');
