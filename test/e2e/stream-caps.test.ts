import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { post, startServer } from '../helpers/server.ts';

test('an address has only so many answers streaming at once; when one ends there is room again', async () => {
  const goOn = Promise.withResolvers<void>();
  async function* words() {
    yield 'Set the proxy ';
    await goOn.promise;
    yield 'in its file.';
  }
  const model = await startModelServer(() => answered({ text: words() }));
  const server = await startServer({
    settings: {
      DOCENT_MODEL: 'compatible/m',
      DOCENT_MODEL_URL: `${model.url}/v1`,
      DOCENT_LIMIT_STREAMS_PER_IP: '1',
      DOCENT_TRUSTED_PROXIES: '127.0.0.1, ::1',
    },
  });
  const ask = (ip: string) =>
    post(
      `${server.url}/discovery/v1/assistant/${server.domain}/message`,
      server.assistantKey,
      {
        fp: 'anonymous',
        messages: [{ id: '1', role: 'user', content: 'How do I set the proxy?', parts: [] }],
      },
      { 'x-forwarded-for': ip },
    );
  try {
    const first = await ask('198.51.100.1');
    assert.equal(first.status, 200);
    const refused = await ask('198.51.100.1');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(await refused.text(), /"code":"rate_limited"/);
    const other = await ask('198.51.100.2');
    assert.equal(other.status, 200);
    goOn.resolve();
    assert.match(await first.text(), /in its file/);
    await other.text();
    assert.equal((await ask('198.51.100.1')).status, 200);
  } finally {
    goOn.resolve();
    await server.close();
    await model.close();
  }
});
