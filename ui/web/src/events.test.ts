import { describe, expect, it } from 'vitest';
import { EventParser } from './events';

describe('EventParser', () => {
  const stream = 'retry: 1000\n\nid: a-1\nevent: state\ndata: {"x":1}\n\n: still here\n\nevent: state\r\ndata: one\r\ndata:two\r\n\r\ndata: plain\n\n';
  const events = [
    { event: 'state', data: '{"x":1}' },
    { event: 'state', data: 'one\ntwo' },
    { event: 'message', data: 'plain' },
  ];

  it('reads events and passes over comments and unknown fields', () => {
    expect(new EventParser().feed(stream)).toEqual(events);
  });

  it('does not care how the stream is cut', () => {
    for (let size = 1; size < stream.length; size++) {
      const p = new EventParser();
      const got = [];
      for (let i = 0; i < stream.length; i += size) got.push(...p.feed(stream.slice(i, i + size)));
      expect(got, `pieces of ${size}`).toEqual(events);
    }
  });

  it('keeps an unfinished event to itself', () => {
    const p = new EventParser();
    expect(p.feed('event: state\ndata: half\n')).toEqual([]);
    expect(p.feed('\n')).toEqual([{ event: 'state', data: 'half' }]);
  });
});
