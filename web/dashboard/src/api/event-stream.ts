type ServerEvent = { id: string | undefined; data: string };

/** Server-sent events with one line of data each. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  let id: string | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith('id: ')) id = line.slice('id: '.length);
      if (line.startsWith('data: ')) yield { id, data: line.slice('data: '.length) };
    }
  }
}
