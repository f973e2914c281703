import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { closeServer, listen } from '../../src/http/listen.ts';
import { docsFolder, exampleDocs } from '../helpers/docs-folder.ts';
import { eventually } from '../helpers/eventually.ts';
import { dataFolder, serve } from '../helpers/run-docent.ts';
import { finishPart, scriptedModel } from '../helpers/scripted-model.ts';
import { post, startServer } from '../helpers/server.ts';
import { root } from '../helpers/source-files.ts';

const question = {
  fp: 'a',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I set a proxy?' }] }],
};

test('open streams finish while new requests are refused', async () => {
  const goOn = Promise.withResolvers<void>();
  const model = scriptedModel(async function* () {
    yield { type: 'text-delta', id: '0', delta: 'first ' };
    await goOn.promise;
    yield { type: 'text-delta', id: '0', delta: 'last' };
    yield finishPart('stop');
  });
  const server = await startServer({ model });
  const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  const open = await post(url, server.assistantKey, question);
  const reader = open.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (!seen.includes('first')) seen += (await reader.read()).value;
  server.app.stop();
  const refused = await post(url, server.assistantKey, question);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('connection'), 'close');
  const closed = server.close();
  goOn.resolve();
  for (let read = await reader.read(); !read.done; read = await reader.read()) seen += read.value;
  assert.match(seen, /last[^]*\[DONE\]/);
  await closed;
});

test('answers that outlast a stopping server end properly in each protocol, and cost nothing', async () => {
  const model = scriptedModel(async function* ({ abortSignal }) {
    yield { type: 'text-delta', id: '0', delta: 'first. ' };
    await once(abortSignal!, 'abort');
    abortSignal!.throwIfAborted();
  });
  const server = await startServer({ model, settings: { DOCENT_CREDITS_PER_MONTH: '9' } });
  const at = (version: string) => `${server.url}/discovery/${version}/assistant/${server.domain}/message`;
  const openAi = { model: server.domain, stream: true };
  const [asked, user] = ['How do I set a proxy?', 'user'];
  const requests: [url: string, body: object, end: RegExp][] = [
    [
      at('v1'),
      { fp: 'a', messages: [{ id: '1', role: user, content: asked, parts: [] }] },
      /\n3:"The answer was interrupted[^]*\nd:\{"type":"finish","finishReason":"error"[^\n]*\n$/,
    ],
    [at('v2'), question, /"type":"error","errorText":"The answer was interrupted[^]*\[DONE\]\n\n$/],
    [
      at('v2'),
      { ...question, id: 'chat-0000000000000001', resumable: true },
      /"type":"error","errorText":"The answer was interrupted[^]*\[DONE\]\n\n$/,
    ],
    [
      `${server.url}/v1/chat/completions`,
      { ...openAi, messages: [{ role: user, content: asked }] },
      /"error":\{"message":"The answer was interrupted[^]*\[DONE\]\n\n$/,
    ],
    [
      `${server.url}/v1/responses`,
      { ...openAi, input: asked },
      /response\.failed[^]*interrupted[^]*\[DONE\]\n\n$/,
    ],
  ];
  const texts = requests.map(async ([url, body]) => (await post(url, server.assistantKey, body)).text());
  await eventually(
    () => model.calls.length,
    (calls) => calls === requests.length,
  );
  const { store } = server.app;
  const stored = eventually(
    () => store.db.selectFrom('turns').select(['status', 'reason']).execute(),
    ({ length }) => length === requests.length,
  );
  server.app.stop();
  server.app.interrupt();
  for (const [nth, [url, , end]] of requests.entries()) assert.match(await texts[nth]!, end, url);
  const turns = await stored;
  const charged = await store.db.selectFrom('credits').select('used').where('used', '>', 0).execute();
  assert.ok(turns.every(({ status, reason }) => status === 'failed' && reason === 'interrupted'));
  assert.deepEqual(charged, []);
  await server.close();
});

test('a server that closes tells what is open to end before it cuts it off', async () => {
  const open = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => {
    response.write('first ');
    open.resolve(response);
  });
  const url = await listen(server, { port: 0, host: '127.0.0.1' });
  const text = fetch(url).then((response) => response.text());
  const response = await open.promise;
  await closeServer(server, 0, () => response.end('last'));
  assert.equal(await text, 'first last');
});

test('a client that leaves stops the model call behind its stream', async () => {
  const model = scriptedModel(async function* ({ abortSignal }) {
    for (;;) {
      yield { type: 'text-delta', id: '0', delta: 'on and on ' };
      await setImmediate();
      if (abortSignal?.aborted) return;
    }
  });
  const server = await startServer({ model });
  const leave = new AbortController();
  const response = await fetch(`${server.url}/discovery/v1/assistant/${server.domain}/message`, {
    method: 'POST',
    signal: leave.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.assistantKey}` },
    body: JSON.stringify({ fp: 'a', messages: [{ id: '1', role: 'user', content: 'proxy?', parts: [] }] }),
  });
  await response.body!.getReader().read();
  const { abortSignal } = model.calls[0]!;
  const aborted = once(abortSignal!, 'abort');
  leave.abort();
  await aborted;
  assert.equal(abortSignal!.aborted, true);
  await server.close();
});

test('SIGTERM to `npm start` ends the server with exit code 0', async (t) => {
  const docs = await docsFolder();
  const data = await dataFolder();
  const npm = spawn(
    'npm',
    ['start', '--silent', '--', docs.path, '--json', '--port', '0', '--data', data.path],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  t.after(() => npm.kill('SIGKILL'));
  const [line] = (await once(createInterface(npm.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  npm.kill('SIGTERM');
  const [code] = await once(npm, 'exit');
  assert.equal(code, 0);
  await assert.rejects(fetch(`${url}/healthz`));
  await Promise.all([docs.remove(), data.remove()]);
});

test('a server that is told to stop goes on for a while and says that others are to be asked', async (t) => {
  const [docs, data] = [await docsFolder(exampleDocs), await dataFolder()];
  t.after(async () => Promise.all([docs.remove(), data.remove()]));
  const { child, ready, exit } = await serve([docs.path, '--data', data.path], {
    env: { DOCENT_EMBEDDING_MODEL: 'none', DOCENT_DRAIN_SECONDS: '600' },
  });
  child.kill('SIGTERM');
  await eventually(
    async () => (await fetch(`${ready.url}/readyz`)).json() as Promise<{ status: string }>,
    ({ status }) => status === 'draining',
  );
  const { status, headers } = await fetch(`${ready.url}/readyz`);
  assert.deepEqual([status, headers.get('connection')], [503, 'close']);
  const asked = `${ready.url}/discovery/v2/assistant/${ready.domain}/message`;
  const answer = await post(asked, ready.assistantKey, question);
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  assert.match(await answer.text(), /\[DONE\]/);
  // Said once more, it stops at once.
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
});
