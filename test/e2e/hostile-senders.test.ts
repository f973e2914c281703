import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createServer } from '../../src/http/server.ts';
import { assertRefused } from '../helpers/error-body.ts';
import type { Answer } from '../helpers/error-body.ts';
import { eventually, patience } from '../helpers/eventually.ts';
import { startServer } from '../helpers/server.ts';
import type { TestServer } from '../helpers/server.ts';

const question = JSON.stringify({
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', content: 'Hi', parts: [{ type: 'text', text: 'Hi' }] }],
});

describe('a body', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const path = () => `/discovery/v1/assistant/${server.domain}/message`;

  const headers = (more: Record<string, string> = {}) => ({
    authorization: `Bearer ${server.assistantKey}`,
    'content-type': 'application/json',
    ...more,
  });

  async function post(body: RequestInit['body']): Promise<Answer> {
    const response = await fetch(server.url + path(), {
      method: 'POST',
      headers: headers(),
      body,
      duplex: 'half',
      signal: AbortSignal.timeout(patience),
    } as RequestInit);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function assertStillWell(): Promise<void> {
    const { status, text } = await post(question);
    assert.equal(status, 200);
    assert.match(text, /^d:\{"type":"finish"/m);
  }

  /** Sends bytes as they are. */
  async function sendRaw(text: string): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), new URL(server.url).hostname);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    return socket;
  }

  /** Sends the head of a request and the beginning of a body that claims to be longer. */
  async function sendBeginning(): Promise<Socket> {
    const fields = { host: 'x', ...headers({ 'content-length': '1000' }) };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    return sendRaw(`POST ${path()} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"fp":`);
  }

  test('of 13 MiB is a 413 that the sender gets to read', async () => {
    assertRefused(await post(Buffer.alloc(13 * 1024 ** 2, ' ')), 413, 'body_too_large');
  });

  test('of 13 MiB that hides its length is a 413 that the sender gets to read', async () => {
    const megabyte = Buffer.alloc(1024 ** 2, ' ');
    const pieces = Readable.from(Array.from({ length: 13 }, () => megabyte));
    assertRefused(await post(Readable.toWeb(pieces) as ReadableStream), 413, 'body_too_large');
  });

  test('that comes byte by byte is read', async () => {
    const bytes = Readable.from([...Buffer.from(question)].map((byte) => Buffer.from([byte])));
    assert.equal((await post(Readable.toWeb(bytes) as ReadableStream)).status, 200);
  });

  test('that never ends does not keep others from being served', async () => {
    const stalled = await Promise.all(Array.from({ length: 20 }, sendBeginning));
    await assertStillWell();
    for (const socket of stalled) socket.destroy();
  });

  test('whose sender leaves in the middle harms nobody', async () => {
    for (let i = 0; i < 20; i++) (await sendBeginning()).destroy();
    await assertStillWell();
  });

  test('whose sender says too early that it is done is not taken for whole', async () => {
    const socket = await sendBeginning();
    socket.end();
    let received = '';
    for await (const chunk of socket) received += chunk;
    assert.doesNotMatch(received, /^HTTP\/1\.1 [25]/);
    await assertStillWell();
  });

  test('whose answer is never read does not keep its connection', async () => {
    const own = createServer(server.app);
    const minutes = own.timeout / 60_000;
    assert.ok(minutes >= 3 && minutes <= 10, 'no answer takes so long, and no connection lasts for ever');
    own.timeout = 300;
    const { port } = new URL(await listen(own, { host: '127.0.0.1', port: 0 }));
    const open = () =>
      new Promise<number>((resolve) => own.getConnections((_, count) => resolve(count ?? 0)));
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.on('error', () => {});
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60));
    await eventually(open, (count) => count === 1);
    await eventually(open, (count) => count === 0);
    socket.destroy();
    await closeServer(own, 0);
  });

  for (const lengths of ['Content-Length: 6', 'Transfer-Encoding: chunked']) {
    test(`with Content-Length and ${lengths} is refused`, async () => {
      const socket = await sendRaw(
        `POST ${path()} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${lengths}\r\n\r\nhello`,
      );
      const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(patience) });
      assert.match(String(chunk), /^HTTP\/1\.1 400 /);
      assert.match(String(chunk), /"code":"invalid_request"/);
      socket.destroy();
    });
  }
});
