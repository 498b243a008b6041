// What the line-call page says to the server, and hears.

export type Call = 'touching' | 'clear' | 'too_close';
export type Answer = Call | 'none';

export interface LineCall {
  line: string;
  clearance_mm: number;
  sd_mm: number;
  p_touching: number;
  call: Call;
}

export interface LineDispute extends LineCall {
  text: string;
  disc: { x_mm: number; y_mm: number; color: string; team: string };
  points: { clear: number; touching: number } | null; // null in carrom
  photos: (LineCall & { file: string })[];
  disagreement_sigma: number;
  picture?: string;
}

/** Whether a carrom striker lies on both base lines and clear of the circles. */
export interface StrikerPlace {
  call: 'valid' | 'invalid' | 'too_close';
  p_valid: number;
  code?: string;
  text: string;
  lines: LineCall[];
}

export interface Report {
  file: string;
  answer: Answer;
  text: string;
  disputes: LineDispute[];
  nearest: LineDispute | null;
  photos: { file: string; view: number; tilt_deg: number; rms_mm: number }[];
  warnings: string[];
  striker?: StrikerPlace;
}

export interface Failed {
  file: string;
  error: string;
  code: string;
  photo: string;
}

export interface DisputeRecord {
  id: string;
  created: string;
  source: string;
  url: string;
  answers: Report[];
  failed: Failed[];
}

export interface Kept {
  id: string;
  created: string;
  answer: Answer;
  text: string;
  url: string;
  picture: string;
}

export interface Make {
  name: string;
  title: string;
  game: string;
  surface_mm: number;
}

/** A refusal of the server, in its own words. */
export class Refused extends Error {
  readonly code: string;
  readonly failed: Failed[];
  constructor(code: string, message: string, failed: Failed[] = []) {
    super(message);
    this.code = code;
    this.failed = failed;
  }
}

/** The error that an answer's body tells of, whatever sent it. */
export function refusal(status: number, body: string): Refused {
  try {
    const told = JSON.parse(body) as { error?: { code?: string; message?: string }; failed?: Failed[] };
    if (told.error?.message) return new Refused(told.error.code ?? 'unknown', told.error.message, told.failed ?? []);
  } catch {
    // No JSON: something between page and server answered.
  }
  return new Refused('unknown', `The server answered with status ${status}.`);
}

export async function ask<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, { cache: 'no-store', ...init });
  const body = await answer.text();
  if (!answer.ok) throw refusal(answer.status, body);
  return (body ? JSON.parse(body) : null) as T;
}

export const post = <T>(url: string, order: unknown): Promise<T> =>
  ask<T>(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });

export interface Question {
  photos: File[];
  line: string;
  board: string;
  surface: string;
}

/** Sends photographs; told hears how much of them was sent, 0 to 1. */
export function send<T>(url: string, q: Question, told: (share: number) => void, signal: AbortSignal): Promise<T> {
  const form = new FormData();
  form.set('line', q.line);
  form.set('board', q.board);
  form.set('surface', q.surface);
  for (const p of q.photos) form.append('photo', p, p.name || 'photo.jpg');
  return new Promise((resolve, reject) => {
    const r = new XMLHttpRequest(); // fetch cannot tell how much was sent
    r.open('POST', url);
    r.upload.onprogress = (e) => e.lengthComputable && told(e.loaded / e.total);
    r.upload.onload = () => told(1);
    r.onload = () => {
      if (r.status >= 200 && r.status < 300) resolve(JSON.parse(r.responseText) as T);
      else reject(refusal(r.status, r.responseText));
    };
    r.onerror = () => reject(new TypeError('network'));
    r.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => r.abort());
    r.send(form);
  });
}

/** The fault in words for people. */
export function words(fault: unknown, offline: string): string {
  if (fault instanceof Refused) return fault.message.charAt(0).toUpperCase() + fault.message.slice(1);
  return fault instanceof TypeError ? offline : String(fault);
}
