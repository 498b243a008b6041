import { describe, expect, it } from 'vitest';
import { boardOf, within } from './base';

describe('a path', () => {
  it('names its board', () => {
    expect(['/', '/watch', '/b/', '/b/stage', '/b/stage/', '/b/stage-2/overlay/board', '/b/no name/x', '/board'].map(boardOf)).toEqual(['', '', '', 'stage', 'stage', 'stage-2', '', '']);
  });
  it('is the same page within each board', () => {
    expect(['/', '/watch', '/watch/', '/b/stage', '/b/stage/', '/b/stage/overlay/board'].map(within)).toEqual(['/', '/watch', '/watch', '/', '/', '/overlay/board']);
  });
});
