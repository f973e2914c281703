import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { monthOf } from '../../src/accounts/take-credit.ts';
import { readCredits } from '../../src/store/credits.ts';
import { ask, turnOf } from '../helpers/ask.ts';
import { patience } from '../helpers/eventually.ts';
import { secretCause } from '../helpers/model-dialects.ts';
import { answered, hangs, refuses, type Reply, says, sendsHtml } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const endless = {
  *[Symbol.iterator]() {
    for (;;) yield 'word '.repeat(200);
  },
};

/** A server whose only model plays `reply`. */
async function withModel(
  reply: Reply,
  work: (server: TestServer, model: Awaited<ReturnType<typeof startModelServer>>) => Promise<void>,
): Promise<void> {
  const model = await startModelServer(() => reply);
  const server = await startServer({
    settings: {
      DOCENT_MODEL: 'compatible/m',
      DOCENT_MODEL_URL: `${model.url}/v1`,
      // A busy machine takes longer than that to answer.
      ...(reply === hangs && { DOCENT_MODEL_FIRST_TOKEN_SECONDS: '1' }),
    },
  });
  try {
    await work(server, model);
  } finally {
    await server.close();
    await model.close();
  }
}

async function creditsOf({ app }: TestServer): Promise<number> {
  const organization = await app.store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const month = monthOf(await app.store.now());
  return (await readCredits(app.store, { organizationId: organization.id, month })).used;
}

describe('whatever the model does, the client gets a well-formed end and nothing internal, and pays for no failure', () => {
  const faults: [string, Reply][] = [
    ['no first token', hangs],
    ['429 for long', refuses(429, { 'retry-after': '600' })],
    ['500 again and again', refuses(500, { 'retry-after': '0' })],
    ['a wrong key', refuses(401)],
    ['a cut stream', answered({ text: ['Half an answer '], end: 'cut' })],
    ['a malformed stream', answered({ text: ['Half an answer '], end: 'malformed' })],
    ['HTML with 200', sendsHtml],
    ['a finish that is none', answered({ text: ['Half an answer '], end: { finish: 'error' } })],
    ['nothing but removed markup', says('[[s99]] [[unanswered]]')],
  ];
  for (const [what, reply] of faults) {
    test(what, { timeout: patience }, () =>
      withModel(reply, async (server) => {
        const asked = await ask(server, 'How do I set the proxy?');
        assert.equal(asked.status, 200);
        assert.match(
          asked.body,
          /"type":"error","errorText":"The answer could not be finished\. Please try again\. \(req_/,
        );
        assert.match(asked.body, /"type":"finish"[^\n]*\n\ndata: \[DONE\]\n\n$/);
        assert.ok(
          !asked.body.includes(secretCause) && !/10\.0\.0\.7|sk-secret|APICallError/.test(asked.body),
        );
        const turn = await turnOf(server, asked);
        assert.equal(turn.status, 'failed');
        assert.notEqual(turn.reason, 'internal');
        assert.equal(await creditsOf(server), 0);
      }),
    );
  }

  test('huge output is cut, and is an answer', { timeout: patience }, () =>
    withModel(answered({ text: endless }), async (server, model) => {
      const asked = await ask(server, 'How do I set the proxy?');
      assert.ok(asked.text.length < 70_000);
      assert.match(asked.body, /"finishReason":"length"/);
      assert.equal(await model.requests[0]?.closed, true, 'the call was ended');
    }),
  );

  test('a good answer is paid for once', () =>
    withModel(says('Use it. [[s1]]'), async (server) => {
      await ask(server, 'How do I set the proxy?');
      assert.equal(await creditsOf(server), 1);
    }));

  test('a reader who leaves ends the model call, and the turn is stored as left', { timeout: patience }, () =>
    withModel(answered({ text: ['Half an answer '], end: 'silence' }), async (server, model) => {
      const left = new AbortController();
      const response = await fetch(`${server.url}/discovery/v2/assistant/${server.domain}/message`, {
        method: 'POST',
        signal: left.signal,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.assistantKey}` },
        body: JSON.stringify({
          fp: 'a',
          messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy?' }] }],
        }),
      });
      const reader = response.body!.getReader();
      for (let text = ''; !text.includes('Half');)
        text += new TextDecoder().decode((await reader.read()).value);
      left.abort();
      assert.equal(await model.requests[0]?.closed, true);
      const threadId = response.headers.get('x-thread-id')!;
      const turn = await eventually(
        () => turnOf(server, { threadId }).catch(() => null),
        (stored) => stored !== null,
      );
      assert.deepEqual([turn?.status, turn?.reason], ['failed', 'aborted']);
    }),
  );

  test('the v1 stream ends in the same way', () =>
    withModel(answered({ text: ['Half '], end: 'cut' }), async (server) => {
      const message = { id: '1', role: 'user', content: 'proxy?', parts: [{ type: 'text', text: 'proxy?' }] };
      const url = `${server.url}/discovery/v1/assistant/${server.domain}/message`;
      const body = await (await post(url, server.assistantKey, { fp: 'a', messages: [message] })).text();
      assert.match(
        body,
        /\n3:"The answer could not be finished[^\n]*\ne:\{"finishReason":"error"[^\n]*\nd:\{[^\n]*"finishReason":"error"[^\n]*\n$/,
      );
    }));
});
