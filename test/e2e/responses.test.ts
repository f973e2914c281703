// Clients of Open Responses, as they are, against the assistant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { SignJWT } from 'jose';
import OpenAI from 'openai';
import { loadAi } from '../clients/chat-client.ts';
import { list } from '../helpers/manage.ts';
import { finishPart, scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const question = 'How do I install Harbour on Linux?';

type Docent = { docent: { threadId: string; outcome: string } };
type Ai = typeof import('ai-7.0.173');

function textOf({ output: [message] }: OpenAI.Responses.Response) {
  const [part] = message?.type === 'message' ? message.content : [];
  return part?.type === 'output_text' ? { text: part.text, annotations: part.annotations } : undefined;
}

describe('the assistant for clients of Open Responses', () => {
  let server: TestServer;
  let answer: string[];
  /** What the model waits for after its first words. */
  let pause = Promise.resolve();
  const model = scriptedModel(async function* () {
    if (answer.length === 0) yield finishPart('content-filter');
    const [start, first, ...rest] = textAnswer(...answer);
    yield start!;
    yield first!;
    await pause;
    yield* rest;
  });
  before(async () => {
    server = await startServer({ model, settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
  });
  after(() => server.close());
  beforeEach(() => {
    answer = ['Run ', '`apt install harbour`', ' [[s1]]. Then go.'];
  });
  const connect = (apiKey = server.assistantKey, defaultHeaders = {}) =>
    new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0, defaultHeaders }).responses;
  const conversations = () => list(server, 'conversations');

  test('ask, and get a message with its citations', async () => {
    const { data, response } = await connect()
      .create({ model: server.domain, input: question, metadata: { ticket: '7' } })
      .withResponse();
    assert.deepEqual(
      [data.object, data.status, data.error, data.incomplete_details, data.metadata, data.tools],
      ['response', 'completed', null, null, { ticket: '7' }, []],
    );
    assert.match(data.id, /^resp_/);
    assert.match(data.output_text, /^Run `apt install harbour` \(\[1\]\(https:\/\/docs\.example\.com\//);
    assert.deepEqual(data.usage, {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    });
    const [citation] = textOf(data)!.annotations;
    assert.ok(citation?.type === 'url_citation');
    assert.equal(
      data.output_text.slice(citation.start_index, citation.end_index),
      'Run `apt install harbour`',
    );
    assert.ok(data.output_text.includes(`([1](${citation.url}))`));
    assert.match(response.headers.get('x-thread-id')!, /^thr_/);
    assert.equal((data as unknown as Docent).docent.outcome, 'answered');
  });

  test('stream, and put the same response together', async () => {
    const input = [{ role: 'user' as const, content: [{ type: 'input_text' as const, text: question }] }];
    const stream = connect().stream({ model: server.domain, input });
    const types: string[] = [];
    let [text, next] = ['', 0];
    for await (const event of stream) {
      assert.equal(event.sequence_number, next++);
      if (types.at(-1) !== event.type) types.push(event.type);
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    assert.deepEqual(types, [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const whole = await stream.finalResponse();
    assert.equal(whole.output_text, text);
    assert.deepEqual(textOf(await connect().retrieve(whole.id)), textOf(whole));
    assert.equal(textOf(whole)!.annotations.length, 1);
  });

  test('go on with the thread of a response', async () => {
    const client = connect();
    const first = await client.create({ model: server.domain, input: question });
    const before = (await conversations()).length;
    const second = await client.create({
      model: server.domain,
      input: 'And on macOS?',
      previous_response_id: first.id,
    });
    assert.equal(second.previous_response_id, first.id);
    assert.equal((second as unknown as Docent).docent.threadId, (first as unknown as Docent).docent.threadId);
    assert.equal((await conversations()).length, before);
    assert.match(JSON.stringify(model.calls.at(-1)!.prompt), /on Linux/);
    await assert.rejects(
      client.create({ model: server.domain, input: question, previous_response_id: 'resp_0' }),
      { status: 404, code: 'not_found', param: 'previous_response_id' },
    );
  });

  test('give instructions, which are data to the model', async () => {
    const instructions = 'Speak like a pirate.';
    const input = [
      { role: 'developer' as const, content: 'Speak like a duke.' },
      { role: 'user' as const, content: question },
    ];
    const response = await connect().create({ model: server.domain, instructions, input });
    assert.equal(response.instructions, instructions);
    const { prompt } = model.calls.at(-1)!;
    assert.match(JSON.stringify(prompt.at(-1)), /Attached file .{1,2}instructions.{1,2}, quoted:.*pirate/);
    assert.doesNotMatch(JSON.stringify(prompt.slice(0, -1)), /pirate/);
    assert.doesNotMatch(JSON.stringify(prompt), /duke/);
  });

  test('read and forget a response, and nobody reads what was not stored', async () => {
    const client = connect();
    const first = await client.create({ model: server.domain, input: question });
    const second = await client.create({
      model: server.domain,
      input: 'Write to me@example.com',
      previous_response_id: first.id,
      instructions: 'I am me@example.com',
    });
    assert.equal((await client.retrieve(second.id)).instructions, 'I am [email]');
    await client.delete(second.id);
    for (const gone of [() => client.retrieve(second.id), () => client.delete(second.id)])
      await assert.rejects(gone, { status: 404, code: 'not_found' });
    assert.equal((await client.retrieve(first.id)).id, first.id);
    const [kept] = await conversations();
    assert.equal(kept!['turns'], 1);
    await client.delete(first.id);
    const before = (await conversations()).length;

    const unstored = await client.create({ model: server.domain, input: question, store: false });
    assert.equal('store' in unstored && unstored.store, false);
    const chunks = await Array.fromAsync(
      await client.create({ model: server.domain, input: question, store: false, stream: true }),
    );
    assert.equal(chunks.at(-1)?.type, 'response.completed');
    for (const refused of [
      () => client.retrieve(unstored.id),
      () => client.create({ model: server.domain, input: question, previous_response_id: unstored.id }),
    ])
      await assert.rejects(refused, { status: 404 });
    assert.equal((await conversations()).length, before);
  });

  test('ask what is not to be stored, and not even a server that dies in the middle has kept it', async () => {
    const client = connect();
    const first = await client.create({ model: server.domain, input: question });
    const { store } = server.app;
    const count = async (table: 'turns' | 'openTurns' | 'threads') =>
      (await store.db.selectFrom(table).selectAll().execute()).length;
    const kept = async () => [await count('turns'), await count('openTurns'), await count('threads')];
    const answers = async () =>
      (await store.db.selectFrom('usageDays').select('answered').execute()).reduce(
        (sum, day) => sum + day.answered,
        0,
      );
    const [before, answered] = [await kept(), await answers()];
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    for (const previous_response_id of [null, first.id]) {
      const input = 'And which packages?';
      const unstored = { model: server.domain, input, previous_response_id, store: false };
      const stream = await client.create({ ...unstored, stream: true });
      for await (const { type } of stream) {
        if (type !== 'response.output_text.delta') continue;
        assert.deepEqual(await kept(), before);
        resolve();
      }
    }
    assert.deepEqual(await kept(), before);
    assert.equal(await answers(), answered + 2, 'it is only counted');
    const said = JSON.stringify(model.calls.at(-1)!.prompt);
    assert.ok(said.includes(question) && said.includes('And which packages?'));
  });

  test('read errors with our codes', async () => {
    const ask = (more: object, apiKey?: string) =>
      connect(apiKey).create({ model: server.domain, input: question, ...more, stream: false });
    const tool = { type: 'function', name: 'f', parameters: {}, strict: true };
    const format = { type: 'json_schema', name: 'f', schema: {} };
    const invalid = (param: string) => ({ status: 400, code: 'invalid_request', param });
    const wrong: [() => Promise<unknown>, object][] = [
      [() => ask({}, 'svc_dsc_wrong'), { status: 401, code: 'invalid_key', type: 'authentication_error' }],
      [() => ask({ model: 'gpt-5' }), { status: 404, code: 'not_found', param: 'model' }],
      [() => ask({ tools: [tool] }), invalid('tools')],
      [() => ask({ text: { format } }), invalid('text.format.type')],
      [() => ask({ background: true }), invalid('background')],
      [() => ask({ conversation: 'conv_1' }), invalid('conversation')],
      [() => ask({ input: [] }), invalid('input')],
      [() => ask({ input: '' }), invalid('input')],
      [() => ask({ input: [{ role: 'tool', content: 'x' }] }), invalid('input.0.role')],
      [() => ask({ metadata: { a: 'x'.repeat(513) } }), invalid('metadata.a')],
    ];
    for (const [refused, expected] of wrong) await assert.rejects(refused, expected);
    await assert.rejects(ask({ tools: [tool] }), /tools: must be empty: answers come from the docs/);
    answer = [];
    await assert.rejects(ask({}), { status: 502, code: 'model_unavailable', type: 'server_error' });
    const broken = await Array.fromAsync(
      await connect().create({ model: server.domain, input: question, stream: true }),
    );
    const last = broken.at(-1)!;
    assert.ok(last.type === 'response.failed');
    assert.match(last.response.error!.message, /declined to answer/);
    assert.equal((await connect().retrieve(last.response.id)).status, 'failed');
  });

  test('a reader’s response is for that reader, and a required thread key is asked for', async () => {
    const manage = async (method: string, path: string, body?: object) => {
      const url = `${server.url}/manage/v1/projects/${server.projectId}${path}`;
      const headers = { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' };
      return (await fetch(url, { method, headers, body: body && JSON.stringify(body) })).json();
    };
    const { secret } = (await manage('POST', '/reader-secret')) as { secret: string };
    const as = async (sub: string) => {
      const token = await new SignJWT({ sub, aud: server.domain })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5 minutes')
        .sign(Buffer.from(secret));
      return connect(undefined, { 'x-docent-reader': token });
    };
    const [ann, bob] = [await as('ann'), await as('bob')];
    const { id } = await ann.create({ model: server.domain, input: question });
    assert.equal((await ann.retrieve(id)).id, id);
    for (const refused of [() => bob.retrieve(id), () => connect().retrieve(id), () => connect().delete(id)])
      await assert.rejects(refused, { status: 404 });

    await manage('PATCH', '', { settings: { requireThreadKey: true } });
    const { data, response } = await connect()
      .create({ model: server.domain, input: question })
      .withResponse();
    const more = { model: server.domain, input: 'And on macOS?', previous_response_id: data.id };
    for (const refused of [() => connect().retrieve(data.id), () => connect().create(more)])
      await assert.rejects(refused, { status: 404, code: 'thread_not_found' });
    const owner = connect(undefined, { 'x-thread-key': response.headers.get('x-thread-key')! });
    assert.equal((await owner.retrieve(data.id)).id, data.id);
    assert.equal((await owner.create(more)).status, 'completed');
    await manage('PATCH', '', { settings: { requireThreadKey: false } });
  });

  test('the AI SDK’s responses model asks, streams and goes on with a thread by what it refers to', async () => {
    const { generateText, streamText } = loadAi('7.0.173') as Ai;
    const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: server.assistantKey });
    const before = (await conversations()).length;
    const messages = [{ role: 'user' as const, content: question }];
    const first = await generateText({
      model: provider.responses(server.domain),
      system: 'Be brief.',
      messages,
    });
    assert.match(first.text, /^Run `apt install harbour` \(\[1\]/);
    assert.equal(first.sources.length, 1);
    const second = streamText({
      model: provider.responses(server.domain),
      messages: [...messages, ...first.response.messages, { role: 'user', content: 'And on macOS?' }],
    });
    let streamed = '';
    for await (const delta of second.textStream) streamed += delta;
    assert.match(streamed, /^Run `apt install harbour`/);
    assert.equal((await second.usage).totalTokens, 15);
    assert.equal((await conversations()).length, before + 1);
  });

  test('LangChain asks and streams', async () => {
    const chat = new ChatOpenAI({
      model: server.domain,
      apiKey: server.assistantKey,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL: `${server.url}/v1` },
    });
    assert.match((await chat.invoke(question)).text, /^Run `apt install harbour` \(\[1\]/);
    let streamed = '';
    for await (const chunk of await chat.stream(question)) streamed += chunk.text;
    assert.match(streamed, /^Run `apt install harbour` \(\[1\]/);
  });
});
