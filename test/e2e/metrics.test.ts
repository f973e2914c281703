import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { eventually } from '../helpers/eventually.ts';
import { post, startServer } from '../helpers/server.ts';

const question = 'How do I install Harbour on Linux?';

test('metrics and traces tell what was answered and how fast, to who has the token, and nothing of what was said', async (t) => {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  trace.setGlobalTracerProvider(provider);
  const token = 'a-token-of-16-characters';
  const server = await startServer({ settings: { DOCENT_METRICS_TOKEN: token } });
  t.after(() => server.close());
  const metrics = (authorization = `Bearer ${token}`) =>
    fetch(`${server.url}/metrics`, { headers: { authorization } });
  assert.equal((await metrics('Bearer of-something-else')).status, 401);

  const answer = await post(
    `${server.url}/discovery/v2/assistant/${server.domain}/message`,
    server.assistantKey,
    { fp: 'zoe', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: question }] }] },
  );
  await answer.text();
  await fetch(`${server.url}/nowhere/in/particular`);
  // The turn is stored after the last word was sent.
  const text = await eventually(
    async () => (await metrics()).text(),
    (told) => /docent_answer_seconds_count\{[^}]*\} 1/.test(told),
  );
  assert.match(
    text,
    /docent_http_request_seconds_count\{method="POST",route="\/discovery\/v2\/assistant\/:domain\/message",status="200"\} 1/,
  );
  assert.match(text, /docent_http_request_seconds_count\{method="GET",route="none",status="404"\} 1/);
  assert.match(text, /docent_answer_seconds_count\{model="docent\/extractive",status="answered"\} 1/);
  assert.match(text, /process_resident_memory_bytes \d/);

  const [span] = spans.getFinishedSpans();
  assert.equal(span!.name, 'invoke_agent docent');
  assert.equal(span!.attributes['gen_ai.conversation.id'], answer.headers.get('x-thread-id'));
  const told = text + JSON.stringify(span!.attributes);
  for (const word of ['Harbour', 'zoe', 'nowhere', server.assistantKey, server.domain])
    assert.equal(told.includes(word), false, word);
});

test('without a token there are no metrics', async (t) => {
  const server = await startServer();
  t.after(() => server.close());
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
});
