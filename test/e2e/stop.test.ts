import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import type { Admission } from '../../src/accounts/admit.ts';
import { plainQuestion } from '../../src/assistant/question.ts';
import { answerCall } from '../../src/http/answer-call.ts';
import { readAnswer } from '../../src/protocol/answer-so-far.ts';
import { findOrganization } from '../../src/store/organizations.ts';
import { findProjectById } from '../../src/store/projects.ts';
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

/** A model that says two words and goes on until it is stopped. */
const endless = scriptedModel(async function* ({ abortSignal }) {
  yield { type: 'text-delta', id: '0', delta: 'first words ' };
  await new Promise((resolve) => abortSignal?.addEventListener('abort', resolve));
});
const plain = [{ role: 'user', content: 'How do I set a proxy?' }];
const protocols = [
  {
    path: 'discovery/v1/assistant/docs/message',
    body: { fp: 'a', messages: [{ ...plain[0], id: '1', parts: [] }] },
    ending: /^3:"[^"]*interrupted[^"]*".*\nd:/ms,
  },
  {
    path: 'discovery/v2/assistant/docs/message',
    body: question,
    ending: /"type":"error".*interrupted.*"type":"finish".*\[DONE\]/s,
  },
  {
    path: 'v1/chat/completions',
    body: { model: 'docs', stream: true, messages: plain },
    ending: /interrupted.*\[DONE\]/s,
  },
  {
    path: 'v1/responses',
    body: { model: 'docs', stream: true, input: plain[0]!.content },
    ending: /response\.failed.*interrupted.*\[DONE\]/s,
  },
];

for (const { path, body, ending } of protocols)
  test(`an answer that a stopping server cannot finish says so, and costs nothing: ${path}`, async () => {
    const server = await startServer({ model: endless, settings: { DOCENT_CREDITS_PER_MONTH: '9' } });
    const open = await post(
      `${server.url}/${path.replace('docs', server.domain)}`,
      server.assistantKey,
      'model' in body ? { ...body, model: server.domain } : body,
    );
    assert.equal(open.status, 200);
    const reader = open.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('first')) seen += (await reader.read()).value;
    server.app.interrupt();
    for (let read = await reader.read(); !read.done; read = await reader.read()) seen += read.value;
    assert.match(seen, ending);
    const { db } = server.app.store;
    const [credits] = await db.selectFrom('credits').select('used').execute();
    await server.close();
    assert.equal(credits?.used, 0);
  });

test('answers that run beyond a stopping server’s patience are ended', async () => {
  const server = await startServer({ model: endless });
  const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  const open = await post(url, server.assistantKey, question);
  await server.close(0);
  assert.match(await open.text(), /interrupted[^]*\[DONE\]/);
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

test('a client that left while its question was admitted has left', async (t) => {
  const model = scriptedModel(async function* ({ abortSignal }) {
    abortSignal!.throwIfAborted();
    yield finishPart('stop');
  });
  const server = await startServer({ model });
  t.after(() => server.close());
  const { store } = server.app;
  const project = (await findProjectById(store, server.projectId))!;
  const organization = (await findOrganization(store, project.organizationId))!;
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.destroy();
  const admission = { organization, project, by: 'assistant' } as Admission;
  const call = { deps: server.app, admission, request, response, requestId: 'r', clientIp: '127.0.0.1' };
  const reader = { sub: null, groups: [] };
  const question = plainQuestion('a', 'How do I set a proxy?');
  const answer = await answerCall({ ...call, reader } as never, 'v2', question, ({ events }) =>
    readAnswer(events),
  );
  assert.equal(answer.finish!.stopped, true);
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
