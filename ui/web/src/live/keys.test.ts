import { describe, expect, it } from 'vitest';
import en from '../words/en/live';
import { actionOf, keys, nudge } from './keys';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

describe('the keys', () => {
  it('mean one thing each, and the help sheet says what', () => {
    expect(new Set(keys.map((k) => k.key)).size).toBe(keys.length);
    for (const k of keys) expect(en.keys[k.action], k.action).toBeTruthy();
  });
  it('leave typing and the browser’s own alone', () => {
    expect(actionOf(press('u'), false)).toBe('undo');
    expect(actionOf(press('u'), true)).toBeUndefined();
    expect(actionOf(press('u', { ctrlKey: true }), false)).toBeUndefined();
    expect(actionOf(press('a', { repeat: true }), false)).toBeUndefined();
    expect(actionOf(press('Escape'), true)).toBe('close');
    expect(actionOf(press('A'), false)).toBe('lessA');
  });
  it('move a disc up for +y', () => {
    expect(nudge({ key: 'ArrowUp', shiftKey: false })).toEqual([0, 1]);
    expect(nudge({ key: 'ArrowLeft', shiftKey: true })).toEqual([-10, 0]);
    expect(nudge({ key: 'u', shiftKey: false })).toBeNull();
  });
});
