import { StringDecoder } from 'node:string_decoder';

/** An event: a JSON object, or the end of the stream. */
export type StreamEvent = Record<string, unknown> | 'done';

/** Characters; a whole answer may be one line. */
const maxLine = 8_000_000;

/**
 * Reads the events of a stream as its bytes come (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * Servers leave out the empty line between events, the word `data:`, or everything after it; anything but an object
 * is ignored.
 */
export function createEventReader() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let held = '';
  let isError = false;
  const events: StreamEvent[] = [];

  function fail(error: string): void {
    events.push({ error });
    held = '';
  }

  function endEvent(): void {
    if (held !== '') fail(`The server sent broken JSON: ${held.slice(0, 200)}`);
    isError = false;
  }

  function readLine(line: string): void {
    if (line.trim() === '') return endEvent();
    if (line.startsWith(':')) return;
    if (line.startsWith('event:')) isError = line.slice(6).trim() === 'error';
    const isData = line.startsWith('data:');
    if (!isData && held === '' && !line.startsWith('{')) return;
    const data = (isData ? line.slice(5) : line).trim();
    if (data === '[DONE]') return void events.push('done');
    if (held === '' && !data.startsWith('{')) {
      if (isError && isData) fail(`The server sent an error: ${data.slice(0, 200)}`);
      return;
    }
    const text = held + data;
    const value = text.endsWith('}') ? parse(text) : undefined;
    held = value === undefined ? `${text}\n` : '';
    if (value !== undefined) events.push(isError && value['error'] == null ? { error: value } : value);
  }

  return {
    /** The events that these bytes complete. */
    push(bytes: Uint8Array): StreamEvent[] {
      rest += decoder.write(bytes as Buffer);
      const lines = rest.split('\n');
      rest = lines.pop()!;
      events.length = 0;
      if (rest.length > maxLine) fail('The server sent a line without end.');
      for (const line of lines) readLine(line);
      return events;
    },
    /** Those that the end of the stream completes. */
    end(): StreamEvent[] {
      events.length = 0;
      readLine(rest + decoder.end());
      endEvent();
      return events;
    },
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
