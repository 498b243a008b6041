// What a phone sends and hears: capture/phone/wire.go and ui/phone.go.

export const headBytes = 16;

/** The head of a picture's message: "DP", version 1, 0, its number, when it was taken in ms of performance.now. */
export function head(number: number, taken: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headBytes);
  const view = new DataView(bytes.buffer);
  bytes.set([0x44, 0x50, 1, 0]);
  view.setUint32(4, number >>> 0);
  view.setFloat64(8, Math.max(0, taken));
  return bytes;
}

/** What the server says on the line. */
export type Heard = { type: 'ping'; n: number } | { type: 'ack'; n: number; ms: number; passed?: boolean; error?: string };

/** Reads what the server says; null for what is not understood. */
export function parse(text: string): Heard | null {
  try {
    const m = JSON.parse(text) as Heard;
    return m !== null && typeof m === 'object' && typeof m.n === 'number' && (m.type === 'ping' || m.type === 'ack') ? m : null;
  } catch {
    return null;
  }
}
