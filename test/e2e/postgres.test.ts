import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPostgres } from '../helpers/postgres.ts';
import { post, startServer } from '../helpers/server.ts';

test('the whole server runs on PostgreSQL: two turns of a thread and an exact limit', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const server = await startServer({
    settings: { DOCENT_DATABASE_URL: await postgres.createDatabase(), DOCENT_LIMIT_ASSISTANT_PER_HOUR: '3' },
  });
  t.after(() => server.close());
  const ask = (text: string, more: object = {}) =>
    post(`${server.url}/discovery/v2/assistant/${server.domain}/message`, server.assistantKey, {
      fp: 'anonymous',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
      ...more,
    });
  const first = await ask('How do I install Harbour on Linux?');
  assert.match(await first.text(), /apt install harbour/);
  const threadId = first.headers.get('x-thread-id');
  assert.match(await (await ask('and on macOS?', { threadId })).text(), /Homebrew/);
  const rest = await Promise.all(Array.from({ length: 5 }, () => ask('How do I set a proxy?')));
  assert.deepEqual(rest.map(({ status }) => status).sort(), [200, 429, 429, 429, 429]);
});
