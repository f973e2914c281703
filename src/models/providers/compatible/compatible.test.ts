import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { answered, callsTool, type Reply, says } from '../../../../test/helpers/model-replies.ts';
import { startModelServer } from '../../../../test/helpers/model-server.ts';
import type { Model } from '../../model.ts';
import { fetchByFrame } from '../../read-connection.ts';
import { streamCall } from '../../stream-call.ts';
import { openChatModel } from './chat-model.ts';

// oxlint-disable-next-line no-explicit-any -- what was sent
type Body = any;
type Answer = { status?: number; type?: string; text: string };

/** A server that answers in its own words; and a model of it with what it told the operator. */
async function openServer(context: TestContext, reply: (body: Body, path: string) => Answer) {
  const bodies: Body[] = [];
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? ((await json(request)) as Body) : {};
    if (request.url === '/v1/chat/completions') bodies.push(body);
    const { status = 200, type = 'text/event-stream', text } = reply(body, request.url!);
    response.writeHead(status, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const notes: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const open = () => openChatModel({ url, key: undefined, modelId: 'm' }, (words) => notes.push(words));
  return { bodies, notes, model: open(), open };
}

const search = { type: 'function' as const, name: 'search', inputSchema: { type: 'object' as const } };
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
const replies = (text: string) => ({
  role: 'assistant' as const,
  content: [{ type: 'text' as const, text }],
});
const question: LanguageModelV4CallOptions = {
  prompt: [{ role: 'system', content: 'Rules.' }, user('Why?')],
  tools: [search],
  maxOutputTokens: 4_096,
};

async function read(model: Model, options = question) {
  const found = { text: '', reasoning: '', calls: [] as unknown[], finish: '', usage: {} as unknown };
  await streamCall(model, options, new AbortController().signal, (part) => {
    if (part.type === 'text-delta') found.text += part.delta;
    if (part.type === 'reasoning-delta') found.reasoning += part.delta;
    if (part.type === 'tool-call') found.calls.push([part.toolName, part.input]);
    if (part.type === 'finish') {
      found.finish = part.finishReason.unified;
      const { inputTokens, outputTokens } = part.usage;
      found.usage = [inputTokens.total, inputTokens.cacheRead, outputTokens.total];
    }
  });
  return found;
}

const chunk = (delta: unknown, finish_reason: unknown = null, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
const done = 'data: [DONE]\n\n';
const whole = (...chunks: string[]) => ({ text: chunks.join('') + done });
const good = whole(chunk({ content: 'Because.' }), chunk({}, 'stop'));
const refuse = (message: string, status = 400): Answer => {
  return { status, type: 'application/json', text: JSON.stringify({ error: { message } }) };
};

describe('a well-formed stream is read as by the package', () => {
  const scripts: [string, Reply][] = [
    ['text', says('It is ', 'grün 🌊', '. [[s1]]')],
    ['tool calls', callsTool('search', { query: 'E1042' }, 'I search.')],
    [
      'several tool calls',
      answered({
        tools: [
          { name: 'a', input: {} },
          { name: 'b', input: { c: [1] } },
        ],
      }),
    ],
    ['a cut answer', answered({ text: ['Half'], end: { finish: 'length' } })],
    ['a filtered one', answered({ text: ['Half'], end: { finish: 'content_filter' } })],
    ['cached tokens', answered({ text: ['Yes.'], cachedTokens: 40 })],
  ];
  for (const [what, reply] of scripts)
    test(what, async (context) => {
      const server = await startModelServer(() => reply);
      context.after(() => server.close());
      const url = `${server.url}/v1`;
      const own = openChatModel({ url, key: 'k', modelId: 'm' }, () => {});
      const theirs = createOpenAICompatible({ name: 'x', baseURL: url, apiKey: 'k', includeUsage: true })(
        'm',
      );
      assert.deepEqual(await read(own), await read(theirs as Model));
      const [first, second] = server.requests;
      assert.equal(first!.headers.authorization, second!.headers.authorization);
      assert.deepEqual(first!.body.tools, second!.body.tools);
    });
});

test('a connection is used again, also when the server ends the stream after its last event', async (context) => {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(good.text, () => setImmediate(() => response.end()));
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const own = openChatModel({ url, key: undefined, modelId: 'm' }, () => {});
  const packaged = createOpenAICompatible({ name: 'x', baseURL: url, fetch: fetchByFrame })('m') as Model;
  for (const model of [own, packaged, own, packaged]) assert.equal((await read(model)).text, 'Because.');
  assert.equal(connections, 1);
});

test('what is not needed of a chunk is not judged', async (context) => {
  const call = (fields: object) => chunk({ tool_calls: [fields] });
  const fn = { name: 'search', arguments: '{"query":"a"}' };
  const once = [['search', '{"query":"a"}']];
  const streams: [string, Answer, Partial<Awaited<ReturnType<typeof read>>>][] = [
    ['CRLF', { text: good.text.replaceAll('\n', '\r\n') }, { text: 'Because.' }],
    ['no empty lines', { text: good.text.replaceAll('\n\n', '\n') }, { text: 'Because.' }],
    [
      'JSON over lines',
      whole(`data: {"choices":\ndata: [{"delta":{"content":"Because."}}]}\n\n`),
      { text: 'Because.' },
    ],
    ['lines of JSON', { text: good.text.replaceAll('data: {', '{') }, { text: 'Because.' }],
    ['no [DONE]', { text: chunk({ content: 'Because.' }, 'stop') }, { text: 'Because.', finish: 'stop' }],
    ['one piece', { type: 'application/json', text: '{"choices":[{"message":{"content":"Because."},"finish_reason":"stop"}]}' }, { text: 'Because.' }], // prettier-ignore
    ['parts', whole(chunk({ content: [{ type: 'thinking', thinking: [{ text: 'hm' }] }, { type: 'text', text: 'Because.' }] })), { text: 'Because.', reasoning: 'hm' }], // prettier-ignore
    ['a repeated message', whole(chunk({ content: 'Because.' }), `data: {"choices":[{"message":{"content":"Because."},"finish_reason":"stop"}]}\n\n`), { text: 'Because.' }], // prettier-ignore
    ['a limit in other words', whole(chunk({ content: 'Be' }, 'MAX_TOKENS')), { finish: 'length' }],
    ['usage of another kind', whole(chunk({ content: 'Yes.' }, 'stop', { usage: { prompt_tokens: '7', completion_tokens: 2, prompt_cache_hit_tokens: 3 } })), { usage: [7, 3, 2] }], // prettier-ignore
    [
      'a call without an index',
      whole(call({ id: '1', function: fn })),
      { calls: once, finish: 'tool-calls' },
    ],
    ['arguments as an object', whole(call({ index: 0, function: { name: 'search', arguments: { query: 'a' } } })), { calls: once }], // prettier-ignore
    ['arguments sent again', whole(call({ index: 0, id: '1', function: { name: 'search', arguments: '{"query":' } }), call({ index: 0, function: { arguments: '"a"}' } }), call({ index: 0, function: fn })), { calls: once }], // prettier-ignore
    ['two calls of one index', whole(call({ index: 0, id: '1', function: fn }), call({ index: 0, id: '2', function: fn })), { calls: [...once, ...once] }], // prettier-ignore
    ['a call of the old kind', whole(chunk({ function_call: fn }, 'function_call')), { calls: once }],
    ['a call in the text', whole(chunk({ content: '<tool_call>{"name":"search","arguments":{"query":"a"}}</tool_call>' }, 'stop')), { calls: once, text: '' }], // prettier-ignore
  ];
  for (const [what, answer, expected] of streams) {
    const { model } = await openServer(context, () => answer);
    const found = await read(model);
    for (const [field, value] of Object.entries(expected))
      assert.deepEqual(found[field as keyof typeof found], value, `${what}: ${field}`);
  }
});

test('a stream that is cut, broken or ends in an error stays a fault', async (context) => {
  const half = chunk({ content: 'Half' });
  for (const text of [
    half,
    `${half}data: {"choices":[{"del\n\n`,
    `${half}data: {"error":{"message":"out of memory"}}\n\n${done}`,
    `${half}event: error\ndata: out of memory\n\n`,
    `${half}data: {"object":"error","message":"x"}\n\n`,
    whole(half, chunk({}, 'error')).text,
  ]) {
    const { model } = await openServer(context, () => ({ text }));
    await assert.rejects(read(model), text);
  }
});

test('a request is as plain as it can be', async (context) => {
  const { model, bodies } = await openServer(context, () => good);
  const prompt = [
    question.prompt[0]!,
    replies('Hi!'),
    user('One'),
    replies(''),
    user('Two'),
    replies('Yes.'),
    user('Three'),
  ];
  await read(model, { prompt });
  assert.deepEqual(bodies[0].messages, [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hi!' },
    { role: 'user', content: 'One\n\nTwo' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Three' },
  ]);
  assert.deepEqual(Object.keys(bodies[0]), ['model', 'messages', 'stream', 'stream_options', 'max_tokens']);
});

describe('a refusal changes the one thing that it names, for every later call, and the operator is told', () => {
  const has = (field: string) => (body: Body) => field in body;
  const isSystem = ({ messages }: Body) => messages[0].role === 'system';
  const refusals: [string, (body: Body) => boolean, Answer][] = [
    [
      'max_tokens',
      has('max_tokens'),
      refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'."),
    ],
    [
      'max tokens',
      (body) => body.max_tokens > 1_000,
      refuse('max_tokens must be less than or equal to 1000'),
    ],
    [
      'stream options',
      has('stream_options'),
      refuse('[{"type":"extra_forbidden","loc":["body","stream_options"]}]', 422),
    ],
    ['tools', has('tools'), refuse('registry.ollama.ai/library/m does not support tools')],
    ['tools', has('tools'), refuse('No endpoints found that support tool use.', 404)],
    ['tools', has('tools'), refuse('"auto" tool choice requires --enable-auto-tool-choice', 400)],
    [
      'tools',
      has('tools'),
      { text: 'event: error\ndata: {"error":{"message":"tools are not supported"}}\n\n' },
    ],
    ['system', isSystem, refuse('System role not supported', 500)],
    ['system', isSystem, refuse('Only user, assistant and tool roles are supported!', 500)],
    ['system', isSystem, refuse('Conversation roles must alternate user/assistant/user/assistant/...')],
    ['temperature', has('temperature'), refuse("'temperature' does not support 0.2 with this model.")],
    ['stream', ({ stream }) => stream === true, refuse('Streaming is not supported.')],
  ];
  for (const [what, isRefused, refusal] of refusals)
    test(`${what}: ${refusal.text.slice(0, 60)}`, async (context) => {
      const answer = { type: 'application/json', text: '{"choices":[{"message":{"content":"Because."}}]}' };
      const { model, bodies, notes, open } = await openServer(context, (body) => {
        if (isRefused(body)) return refusal;
        return body.stream === true
          ? good
          : { ...answer, text: answer.text.replace('}}', '},"finish_reason":"stop"}') };
      });
      const options = { ...question, temperature: 0.2 };
      assert.equal((await read(model, options)).text, 'Because.');
      assert.equal(bodies.length, 2);
      assert.equal((await read(open(), options)).text, 'Because.');
      assert.equal(bodies.length, 3, 'another model of the server remembers');
      assert.equal(notes.length, 1);
      assert.match(notes[0]!, /refuses|allows/);
    });
});

test('a refusal that names nothing to change, and one of tools where they are needed, stay faults', async (context) => {
  const { model, bodies } = await openServer(context, () => refuse('The model m does not exist.', 404));
  await assert.rejects(read(model));
  assert.equal(bodies.length, 1);
  const other = await openServer(context, () => refuse('does not support tools'));
  await assert.rejects(read(other.model, { ...question, providerOptions: { docent: { needsTools: true } } }));
});

const sections = Array.from({ length: 30 }, (_, n) =>
  JSON.stringify({ id: `s${n}`, text: 'word '.repeat(150) }),
);
const long: LanguageModelV4CallOptions = {
  ...question,
  prompt: [
    { role: 'system', content: 'Rules.' },
    user('Why?\n'),
    user(['Sections:', ...sections].join('\n')),
  ],
};
const tokensSent = (body: Body) => JSON.stringify(body.messages).length / 4 + body.max_tokens;

test('a context of 4,096 tokens gets fewer sections and a shorter answer, as the server refuses or says it', async (context) => {
  const small = await openServer(context, (body, path) => {
    if (path !== '/v1/chat/completions') return { status: 404, text: '' };
    return tokensSent(body) > 4_096
      ? refuse('This model’s maximum context length is 4096 tokens. However, you requested 9000 tokens.')
      : good;
  });
  assert.equal((await read(small.model, long)).text, 'Because.');
  const sent = JSON.stringify(small.bodies.at(-1).messages);
  assert.ok(sent.includes('Why?') && sent.includes('Rules.') && sent.includes('s0') && !sent.includes('s29'));
  assert.ok(small.bodies.at(-1).max_tokens <= 1_024);
  assert.equal(small.model.contextTokens!(), 4_096);

  const answers: Record<string, object> = {
    '/v1/models': { data: [{ id: 'm', max_model_len: 4_096 }] },
    '/props': { default_generation_settings: { n_ctx: 4_096 } },
    '/api/show': { parameters: 'stop "x"\nnum_ctx 4096', model_info: { 'llama.context_length': 131_072 } },
  };
  for (const [says, said] of Object.entries(answers)) {
    const { model, bodies } = await openServer(context, (_, path) => {
      if (path === '/v1/chat/completions') return good;
      return path === says
        ? { type: 'application/json', text: JSON.stringify(said) }
        : { status: 404, text: '' };
    });
    await read(model, long);
    assert.ok(tokensSent(bodies[0]) <= 4_096, says);
    assert.equal(bodies.length, 1, says);
  }
});
