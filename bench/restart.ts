// npm run bench -- restart [TIMES]: PostgreSQL is restarted under load. What requests get meanwhile, and how soon the first
// good answer comes after its return.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startOwnServer } from '../test/helpers/postgres.ts';
import { post, startServer } from '../test/helpers/server.ts';

const times = Number(process.argv[2] ?? 3);
const clients = 16;
const downMs = 2_000;

const postgres = await startOwnServer();
const server = await startServer({
  work: [],
  settings: {
    DOCENT_DATABASE_URL: postgres.url,
    DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '10000000',
    DOCENT_LIMIT_ASSISTANT_PER_HOUR: '10000000',
  },
});
type Seen = { at: number; what: string };
const seen: Seen[] = [];
const over = new AbortController();
const question = {
  fp: 'a',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'A proxy?' }] }],
};
const load = Array.from({ length: clients }, async () => {
  while (!over.signal.aborted) {
    const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
    const response = await post(url, server.assistantKey, question);
    const hint = response.headers.has('retry-after') ? ' with retry-after' : '';
    const text = await response.text();
    const isBroken = response.ok && text.includes('"type":"error"');
    seen.push({ at: performance.now(), what: `${response.status}${hint}${isBroken ? ' broken off' : ''}` });
    await sleep(10);
  }
});
const table: Record<string, object> = {};
for (let nth = 1; nth <= times; nth++) {
  await sleep(1_000);
  const from = seen.length;
  let ready = 0;
  let accepts = Promise.resolve(0);
  await postgres.restart(async () => {
    await sleep(downMs);
    ready = (await fetch(`${server.url}/readyz`)).status;
    accepts = untilItAccepts();
  });
  const back = await accepts;
  while (!seen.slice(from).some(({ at, what }) => at > back && what === '200')) await sleep(5);
  const first = seen.slice(from).find(({ at, what }) => at > back && what === '200')!;
  const before = seen.slice(from).filter(({ at }) => at < first.at);
  const counts = Object.groupBy(before, ({ what }) => what);
  table[`restart ${nth}`] = {
    'first good answer after its return, ms': Math.round(first.at - back),
    'requests refused after its return': before.filter(({ at, what }) => at > back && what !== '200').length,
    '/readyz meanwhile': ready,
    'answers meanwhile': Object.entries(counts)
      .map(([what, some]) => `${some!.length} × ${what}`)
      .join(', '),
  };
}
over.abort();
await Promise.all(load);
console.table(table);
await server.close();
await postgres.stop();

/** @returns when PostgreSQL takes connections again */
async function untilItAccepts(): Promise<number> {
  for (;;) {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => {});
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    if (isThere) {
      const at = performance.now();
      await client.end();
      return at;
    }
    await sleep(2);
  }
}
