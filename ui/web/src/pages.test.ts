import { describe, expect, it } from 'vitest';
import { find, hallMenu, hallPlaces, loader, menu } from './pages';

describe('a path', () => {
  it('finds its page and what its placeholders hold', () => {
    expect(find('/')?.place.folder).toBe('live');
    expect(find('/history/2026-11-21%20a')).toMatchObject({ place: { folder: 'history' }, params: { match: '2026-11-21 a' } });
    expect(find('/overlay/builder')?.place.folder).toBe('builder');
    expect(find('/overlay/board')?.place.folder).toBe('overlay');
  });
  it('of a hall finds its page', () => {
    expect(find('/', hallPlaces)?.place.folder).toBe('hall/wall');
    expect(find('/table/stage-1', hallPlaces)).toMatchObject({ place: { folder: 'hall/table' }, params: { table: 'stage-1' } });
    expect(find('/start', hallPlaces)).toBeNull();
  });
  it('of no page finds none', () => {
    expect([find('/nothing'), find('/history/a/b'), find('/history/%zz')]).toEqual([null, null, null]);
  });
});

describe('the menu', () => {
  it('offers only pages that there are', () => {
    expect(menu.length).toBeGreaterThan(1);
    expect(hallMenu.length).toBeGreaterThan(0);
    for (const p of [...menu, ...hallMenu]) expect(loader(p)).toBeTypeOf('function');
  });
});
