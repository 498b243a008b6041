// The keys of the live board. The help sheet lists what stands here, and
// nothing else is listened to.

export type Action =
  | 'help' | 'close' | 'undo' | 'redo' | 'yes' | 'no' | 'valid' | 'foul' | 'touched' | 'untouched'
  | 'twentyA' | 'twentyB' | 'lessA' | 'lessB' | 'disc' | 'add' | 'round' | 'flags' | 'replay' | 'big' | 'voice';

export const keys: { key: string; action: Action }[] = [
  { key: 'y', action: 'yes' },
  { key: 'n', action: 'no' },
  { key: 'u', action: 'undo' },
  { key: 'r', action: 'redo' },
  { key: 'v', action: 'valid' },
  { key: 'f', action: 'foul' },
  { key: 'c', action: 'touched' },
  { key: 'x', action: 'untouched' },
  { key: 'a', action: 'twentyA' },
  { key: 'b', action: 'twentyB' },
  { key: 'A', action: 'lessA' },
  { key: 'B', action: 'lessB' },
  { key: 'd', action: 'disc' },
  { key: 'i', action: 'add' },
  { key: 'e', action: 'round' },
  { key: 'g', action: 'flags' },
  { key: 'p', action: 'replay' },
  { key: 's', action: 'big' },
  { key: 'm', action: 'voice' },
  { key: '?', action: 'help' },
  { key: 'Escape', action: 'close' },
];

/** Those that a carrom board has. */
export const carromActions: readonly Action[] = ['undo', 'redo', 'disc', 'round', 'replay', 'big', 'voice', 'help', 'close'];

const actions = new Map(keys.map((k) => [k.key, k.action]));

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** What a key means; nothing while somebody types, or with Ctrl, Alt or Cmd. */
export function actionOf(e: Pressed, typing: boolean): Action | undefined {
  if (e.ctrlKey || e.metaKey || e.altKey || e.repeat) return undefined;
  const action = actions.get(e.key);
  return typing && action !== 'close' ? undefined : action;
}

/** Whether keys pressed there are meant for what is typed or chosen in it. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName) || (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type));
}

/** By how much an arrow key moves a disc, mm in the board frame; null for other keys. */
export function nudge(e: { key: string; shiftKey: boolean }): [number, number] | null {
  const step = e.shiftKey ? 10 : 1;
  const ways: Record<string, [number, number]> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
  return ways[e.key] ?? null;
}
