// Clients of OpenAI's API, as they are, against the assistant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { openAiClients } from '../clients/openai-clients.ts';
import { list } from '../helpers/manage.ts';
import { finishPart, scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const question = 'How do I install Harbour on Linux?';

/** The last chunk with a choice, with what OpenAI's types do not know. */
type Ending = {
  choices: [{ finish_reason: string; delta: { annotations: unknown[] } }];
  docent: { threadId: string; outcome: string };
};

describe('the assistant for clients of OpenAI', () => {
  let server: TestServer;
  let answer: string[];
  const model = scriptedModel(async function* () {
    if (answer.length === 0) yield finishPart('content-filter');
    yield* textAnswer(...answer);
  });
  before(async () => {
    server = await startServer({ model, settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
  });
  after(() => server.close());
  beforeEach(() => {
    answer = ['Run ', '`apt install harbour`', ' [[s1]].'];
  });
  const options = (apiKey = server.assistantKey) => ({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });

  for (const { major, connect: connectTo } of openAiClients) {
    const connect = (apiKey?: string) => connectTo(options(apiKey));

    test(`openai ${major} asks and gets an answer with its citations`, async () => {
      const client = connect();
      const { data: models } = await client.models.list();
      assert.deepEqual(
        models.map(({ id, object }) => [id, object]),
        [[server.domain, 'model']],
      );
      assert.equal((await client.models.retrieve(server.domain)).id, server.domain);
      const { data, response } = await client.chat.completions
        .create({ model: server.domain, messages: [{ role: 'user', content: question }] })
        .withResponse();
      const [choice] = data.choices;
      assert.equal(data.object, 'chat.completion');
      assert.equal(choice?.finish_reason, 'stop');
      assert.match(
        choice.message.content!,
        /^Run `apt install harbour` \(\[1\]\(https:\/\/docs\.example\.com\//,
      );
      assert.deepEqual(data.usage, { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
      assert.match(response.headers.get('x-thread-id')!, /^thr_/);
      const [citation] = choice.message.annotations!;
      const { start_index, end_index, url, title } = citation!.url_citation;
      assert.equal(choice.message.content!.slice(start_index, end_index), 'Run `apt install harbour`');
      assert.ok(choice.message.content!.includes(`([1](${url}))`));
      assert.match(title, /Install/);
    });

    test(`openai ${major} streams, with usage, and goes on in a thread`, async () => {
      const client = connect();
      const stream = await client.chat.completions.create({
        model: server.domain,
        messages: [
          { role: 'developer', content: 'Speak like a pirate.' },
          { role: 'user', content: question },
        ],
        stream: true,
        stream_options: { include_usage: true },
      });
      const chunks = await Array.fromAsync(stream);
      const texts = chunks.flatMap(({ choices }) => choices[0]?.delta.content || []);
      assert.ok(texts.length > 1);
      assert.match(texts.join(''), /^Run `apt install harbour` \(\[1\]/);
      assert.equal(chunks.at(-1)?.usage?.total_tokens, 15);
      const last = chunks.at(-2)! as unknown as Ending;
      assert.equal(last.choices[0].finish_reason, 'stop');
      assert.equal(last.choices[0].delta.annotations.length, 1);
      assert.equal(new Set(chunks.map(({ id }) => id)).size, 1);
      // Nobody who holds a public key tells the model what to do.
      assert.doesNotMatch(JSON.stringify(model.calls.at(-1)!.prompt), /pirate/);

      const before = (await list(server, 'conversations')).length;
      await client.chat.completions.create({
        model: server.domain,
        messages: [{ role: 'user', content: 'And on macOS?' }],
        metadata: { threadId: last.docent.threadId },
      });
      assert.equal((await list(server, 'conversations')).length, before);
    });

    test(`openai ${major} reads errors with our codes`, async () => {
      const ask = (apiKey?: string, more: object = {}) =>
        connect(apiKey).chat.completions.create({
          model: server.domain,
          messages: [{ role: 'user', content: question }],
          ...more,
        });
      const wrong: [() => Promise<unknown>, object][] = [
        [() => ask('svc_dsc_wrong'), { status: 401, code: 'invalid_key', type: 'authentication_error' }],
        [() => ask(undefined, { model: 'gpt-5' }), { status: 404, code: 'not_found', param: 'model' }],
        [() => ask(undefined, { n: 2 }), { status: 400, code: 'invalid_request', param: 'n' }],
        [() => ask(undefined, { messages: [] }), { status: 400, code: 'invalid_request', param: 'messages' }],
      ];
      for (const [refused, expected] of wrong) await assert.rejects(refused(), expected);
      answer = [];
      await assert.rejects(ask(), { status: 502, code: 'model_unavailable', type: 'server_error' });
      const broken = await connect().chat.completions.create({
        model: server.domain,
        messages: [{ role: 'user', content: question }],
        stream: true,
      });
      await assert.rejects(Array.fromAsync(broken), /declined to answer/);
    });
  }

  test('LangChain asks and streams', async () => {
    const { apiKey, maxRetries, baseURL } = options();
    const chat = new ChatOpenAI({ model: server.domain, apiKey, maxRetries, configuration: { baseURL } });
    const history = [new HumanMessage('Hello'), new AIMessage('Hi'), new HumanMessage(question)];
    const whole = await chat.invoke(history);
    assert.match(whole.text, /apt install harbour/);
    assert.deepEqual(whole.usage_metadata?.total_tokens, 15);
    let streamed = '';
    for await (const chunk of await chat.stream(question)) streamed += chunk.text;
    assert.match(streamed, /^Run `apt install harbour` \(\[1\]/);
  });

  test('a weak answer says so in its text and its metadata, whole and streamed', async () => {
    const { completions } = openAiClients[1]!.connect(options()).chat;
    const asked = {
      model: server.domain,
      messages: [{ role: 'user' as const, content: question }],
    };
    answer = ['Harbour runs everywhere.'];
    const whole = await completions.create(asked);
    assert.match(whole.choices[0]!.message.content!, /^Harbour runs everywhere\.\n\n\*The docs support this/);
    assert.equal((whole as unknown as Ending).docent.outcome, 'closest');
    const chunks = await Array.fromAsync(await completions.create({ ...asked, stream: true }));
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    assert.equal(text, whole.choices[0]!.message.content);
    assert.equal((chunks.at(-1) as unknown as Ending).docent.outcome, 'closest');
  });

  test('a reader token is checked', async () => {
    const refused = openAiClients[1]!.connect({
      ...options(),
      defaultHeaders: { 'x-docent-reader': 'not-a-token' },
    });
    await assert.rejects(
      refused.chat.completions.create({
        model: server.domain,
        messages: [{ role: 'user', content: question }],
      }),
      { status: 401, code: 'invalid_reader' },
    );
  });
});
