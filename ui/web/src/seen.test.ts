import { describe, expect, it } from 'vitest';
import { PartParser } from './seen';

const bytes = (text: string) => new TextEncoder().encode(text);
const words = (b: Uint8Array) => new TextDecoder().decode(b);
const part = (type: string, body: string) => `--x\r\nContent-Type: ${type}\r\nContent-Length: ${bytes(body).length}\r\n\r\n${body}\r\n`;

describe('a stream of parts', () => {
  const stream = bytes(part('application/json', '{"frame":7}') + part('image/jpeg', 'JPEG\r\n\r\nwith an empty line') + part('application/json', '{}'));
  const want = [
    ['application/json', '{"frame":7}'],
    ['image/jpeg', 'JPEG\r\n\r\nwith an empty line'],
    ['application/json', '{}'],
  ];

  it.each([1, 2, 3, 7, 50, 1000])('is the same in chunks of %d bytes', (size) => {
    const parser = new PartParser();
    const got: string[][] = [];
    for (let i = 0; i < stream.length; i += size) for (const p of parser.feed(stream.subarray(i, i + size))) got.push([p.type, words(p.body)]);
    expect(got).toEqual(want);
  });

  it('refuses a part without a length', () => {
    expect(() => new PartParser().feed(bytes('--x\r\nContent-Type: image/jpeg\r\n\r\n'))).toThrow(/length/);
  });
});
