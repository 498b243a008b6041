// What the start page asks the server, and how it hears what is wrong.

import { refusal, Refused } from '../dispute/api';

/** A refusal that says what is wrong with each field. */
export class SetupRefused extends Refused {
  readonly fields: Record<string, string>;
  constructor(code: string, message: string, fields: Record<string, string>) {
    super(code, message);
    this.fields = fields;
  }
}

/** The error that an answer's body tells of. */
function setupRefusal(status: number, body: string): Refused {
  try {
    const told = JSON.parse(body) as { error?: { code?: string; message?: string; fields?: Record<string, string> } };
    if (told.error?.fields) return new SetupRefused(told.error.code ?? 'unknown', told.error.message ?? '', told.error.fields);
  } catch {
    // No JSON: refusal says so.
  }
  return refusal(status, body);
}

/** Asks with a method and JSON, or without a body. */
export async function order<T>(method: string, url: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, cache: 'no-store' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw setupRefusal(answer.status, text);
  return (text ? JSON.parse(text) : null) as T;
}
