// The hub's API.

import { apiRoot } from '../base';

/** A request that the hub did not do. */
export class Refused extends Error {
  readonly code: string; // a word for programs; "unreached" when no answer came

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The answer to a path; a Refused when there is none. */
export async function asked<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(apiRoot(path), { cache: 'no-store', ...init });
  } catch {
    throw new Refused('unreached', '');
  }
  const body = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
  if (answer.ok && body !== null) return body as T;
  throw new Refused(body?.error?.code ?? 'unreached', body?.error?.message ?? `${answer.status}`);
}
