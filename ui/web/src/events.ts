// Server-sent events by hand: EventSource hides heartbeats, so a dead line
// (a phone that left the wireless) would look alive for minutes.

export interface ServerEvent {
  event: string;
  data: string;
}

/** Splits a text/event-stream into its events, whatever its chunks. */
export class EventParser {
  #rest = '';
  #event = '';
  #data: string[] = [];

  /** The events that this chunk completes. */
  feed(chunk: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    let text = this.#rest + chunk;
    // A lone CR at the end may be half of a CRLF.
    const held = text.endsWith('\r') ? '\r' : '';
    if (held) text = text.slice(0, -1);
    const lines = text.split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + held;
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0) events.push({ event: this.#event || 'message', data: this.#data.join('\n') });
        this.#event = '';
        this.#data = [];
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue; // a comment
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') this.#event = value;
      else if (field === 'data') this.#data.push(value);
    }
    return events;
  }
}
