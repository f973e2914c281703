import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { localServers, modelsAt } from './local-models.ts';

test('a server of models on this machine is found with what it has, and others are left out', async (t) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    if (request.url !== '/v1/models') return response.writeHead(404).end('{}');
    return response.end('{"object":"list","data":[{"id":"qwen3:8b","object":"model"},{"id":"llama3.2"}]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const models = ['qwen3:8b', 'llama3.2'];
  assert.deepEqual(
    await localServers([
      { name: 'Here', url: `${url}/v1` },
      { name: 'Something else', url },
      { name: 'Nothing', url: 'http://127.0.0.1:1/v1' },
    ]),
    [{ name: 'Here', url: `${url}/v1`, models }],
  );
  assert.deepEqual(await modelsAt(`${url}/v1/`, 'secret'), models);
  assert.deepEqual(asked, [undefined, undefined, 'Bearer secret']);
});
