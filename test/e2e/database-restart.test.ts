// PostgreSQL goes away under load and comes back: servers live on, say so meanwhile, and answer again.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { startOwnServer } from '../helpers/postgres.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const question = {
  fp: 'a',
  messages: [{ id: '1', role: 'user', content: 'How do I set a proxy?', parts: [] }],
};

/** Asks for something again and again. @returns what came, as `200` or `503 retry` */
function keepAsking(server: TestServer, path: string, body: unknown, over: AbortSignal) {
  const seen: string[] = [];
  const ended = (async () => {
    while (!over.aborted) {
      const response = await post(`${server.url}${path}`, server.assistantKey, body);
      seen.push(`${response.status}${response.headers.has('retry-after') ? ' retry' : ''}`);
      await response.text();
      await sleep(25);
    }
  })();
  return { seen, ended };
}

test('a restart of PostgreSQL under load ends no server; requests get 503 with retry-after until it is back', async (t) => {
  const postgres = await startOwnServer();
  t.after(() => postgres.stop());
  const server = await startServer({
    settings: {
      DOCENT_DATABASE_URL: postgres.url,
      DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR: '1000000',
      DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1000000',
    },
  });
  t.after(() => server.close());
  const over = new AbortController();
  const search = `/discovery/v1/search/${server.domain}`;
  const message = `/discovery/v1/assistant/${server.domain}/message`;
  const clients = Array.from({ length: 6 }, (_, nth) =>
    nth % 2
      ? keepAsking(server, message, question, over.signal)
      : keepAsking(server, search, { query: 'proxy' }, over.signal),
  );
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
  await eventually(() => clients.every(({ seen }) => seen.includes('200')), Boolean);
  await postgres.restart(async () => {
    await eventually(() => clients.every(({ seen }) => seen.at(-1) === '503 retry'), Boolean);
    // Readiness is looked at twice a second.
    await eventually(async () => !(await isReady()), Boolean);
  });
  await eventually(() => clients.every(({ seen }) => seen.at(-1) === '200'), Boolean);
  await eventually(isReady, Boolean);
  over.abort();
  await Promise.all(clients.map(({ ended }) => ended));
  const others = clients.flatMap(({ seen }) => seen).filter((one) => one !== '200' && one !== '503 retry');
  assert.deepEqual(others, []);
  // Background work goes on, too.
  await writeFile(join(server.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
  assert.equal((await update(server)).status, 'success');
  assert.deepEqual(await found(server, 'kraken'), ['kraken']);
});
