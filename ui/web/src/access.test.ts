import { expect, it } from 'vitest';
import { backTo } from './access';

it('goes back to pages of this server only', () => {
  const at = 'https://192.168.1.20:8080';
  expect(backTo('/b/x/start?lang=fr', at)).toBe('/b/x/start?lang=fr');
  for (const bad of [null, '', 'https://evil.example/', '//evil.example/', '/\\evil.example', '\\\\evil', 'javascript:alert(1)', '/operate', 'start']) expect(backTo(bad, at), String(bad)).toBe('/');
});
