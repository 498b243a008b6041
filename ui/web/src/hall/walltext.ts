import type en from '../words/en/hallwall';
import { language, words } from '../words';

/** The words about tables. */
export const wallText = await words<typeof en>('hallwall');

const hours = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The time of the day of a moment; '' for none. */
export const clock = (at: string): string => (at ? hours.format(new Date(at)) : '');
