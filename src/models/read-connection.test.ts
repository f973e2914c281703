import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createAnthropic } from '@ai-sdk/anthropic';
import type { Model } from './model.ts';
import { fetchByFrame } from './read-connection.ts';
import { streamCall } from './stream-call.ts';

async function serve(context: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string, headers = {}) => fetchByFrame(url, { method: 'POST', headers, body: '{}' });

const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const begin = event('message_start', {
  message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
}) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }); // prettier-ignore
const word = event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word ' } });
const end =
  event('content_block_stop', { index: 0 }) +
  event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 12 } }) +
  event('message_stop', {});

test('a call that is over before its response has ended hurts nobody', async (context) => {
  const url = await serve(context, async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of [begin, word, word, word, word, word]) {
      response.write(piece);
      await wait(3);
    }
    await wait(130);
    response.write(end);
    setImmediate(() => response.end());
  });
  const model = createAnthropic({ apiKey: 'k', baseURL: `${url}/v1`, fetch: fetchByFrame })('m') as Model;
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Why?' }] }];
  await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      await wait(17 * nth);
      let text = '';
      await streamCall(model, { prompt }, new AbortController().signal, (part) => {
        if (part.type === 'text-delta') text += part.delta;
      });
      assert.equal(text, 'word '.repeat(5));
    }),
  );
});

test('a redirect within the host is followed once, with keys; one to another host is not', async (context) => {
  const asked: unknown[] = [];
  const other = await serve(context, (_, response) => response.end('other'));
  const url = await serve(context, (request, response) => {
    asked.push(request.headers['x-api-key']);
    const location = { '/a': '/b', '/loop': '/loop', '/other': other.replace('127.0.0.1', 'localhost') }[
      request.url!
    ];
    response
      .writeHead(location === undefined ? 200 : 308, location === undefined ? {} : { location })
      .end('here');
  });
  const followed = await post(`${url}/a`, { 'x-api-key': 'k' });
  assert.deepEqual([followed.status, await followed.text(), asked], [200, 'here', ['k', 'k']]);
  assert.equal((await post(`${url}/loop`)).status, 308);
  assert.equal((await post(`${url}/other`)).status, 308);
});

test('statuses and their words arrive, also those that a `Response` cannot hold', async (context) => {
  const url = await serve(context, ({ url: path }, response) => {
    response.writeHead(Number(path!.slice(1))).end();
  });
  const seen = async (status: number) => {
    const response = await post(`${url}/${status}`);
    return [response.status, response.statusText, await response.text()];
  };
  assert.deepEqual(await seen(503), [503, 'Service Unavailable', '']);
  assert.deepEqual(await seen(204), [204, 'No Content', '']);
  assert.deepEqual(await seen(999), [502, 'unknown', '']);
});

test('an aborted call rejects with the reason: before it is sent, before its response, and while that is read', async (context) => {
  const url = await serve(context, ({ url: path }, response) => {
    if (path === '/begun') response.writeHead(200).write('begun');
  });
  const reason = new Error('enough');
  const aborting = new AbortController();
  const call = (path: string, { signal } = aborting) => fetchByFrame(`${url}${path}`, { body: '', signal });
  const hanging = call('/silent');
  const response = await call('/begun');
  setImmediate(() => aborting.abort(reason));
  await assert.rejects(hanging, reason);
  await assert.rejects(response.text());
  await assert.rejects(call('/late'), reason);
});
