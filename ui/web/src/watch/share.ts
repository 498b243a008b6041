// Links for others: with the address by which they reach this machine, and with
// the link's secret where watching asks for it.

import { apiRoot } from '../base';

export interface Share {
  origin: string; // as other machines reach it: http://192.168.1.20:8080
  secret: string; // '' where everybody may watch
  network: boolean; // other machines can reach this server at all
}

interface Access {
  role: string;
  network: boolean;
  watch: string; // open or link
  url: string;
}

/** How others reach this server. Only the operator learns the link's secret. */
export async function share(ask: typeof fetch = fetch): Promise<Share> {
  const answer = await ask(apiRoot('/access'), { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const access = (await answer.json()) as Access;
  let url = new URL(access.url);
  if (access.role === 'operator' && access.watch === 'link') {
    const link = await ask(apiRoot('/access/link'), { cache: 'no-store' });
    if (!link.ok) throw new Error(`${link.status}`);
    url = new URL(((await link.json()) as { url: string }).url);
  }
  return { origin: url.origin, secret: url.searchParams.get('w') ?? '', network: access.network };
}

/** A path of this server as others open it. */
export function linkTo(s: Pick<Share, 'origin' | 'secret'>, path: string): string {
  const url = new URL(path, s.origin);
  if (s.secret) url.searchParams.set('w', s.secret);
  return url.href;
}
