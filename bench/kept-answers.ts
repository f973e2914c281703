// npm run bench -- kept-answers [ANSWERS] [SECONDS]
// What running answers cost that go on without their clients, on SQLite and PostgreSQL: CPU of this process, memory, and
// what is left in the database. Each says a word 20 times a second, in an event of 60 bytes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createKeptAnswers } from '../src/assistant/kept-answers.ts';
import { createLog } from '../src/lib/log.ts';
import { sweepKeptAnswers } from '../src/store/kept-answers.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { startPostgres } from '../test/helpers/postgres.ts';

const answers = Number(process.argv[2] ?? 1_000);
const seconds = Number(process.argv[3] ?? 10);
const event = `data: {"type":"text-delta","id":"txt_1","delta":"words"}\n\n`;
const eventMs = 50;

async function measure(store: Store): Promise<object> {
  const kept = createKeptAnswers(store, createLog('warn', []));
  const rssBefore = process.memoryUsage.rss();
  const before = process.cpuUsage();
  const running = await Promise.all(
    Array.from({ length: answers }, (_, nth) => kept.begin(`chat ${nth}`, new AbortController())),
  );
  const begun = process.cpuUsage(before);
  const atBegin = process.cpuUsage();
  let rss = 0;
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const next = wait(eventMs);
    for (const answer of running) answer.add(event);
    await next;
    rss = Math.max(rss, process.memoryUsage.rss());
  }
  const { user, system } = process.cpuUsage(atBegin);
  await Promise.all(running.map((answer) => answer.end(false)));
  const count = async () => (await store.db.selectFrom('keptChunks').select('nth').execute()).length;
  const rows = await count();
  await store.db.updateTable('keptAnswers').set({ endedAt: 1 }).execute();
  await sweepKeptAnswers(store);
  return {
    'CPU ms to begin one': ((begun.user + begun.system) / 1000 / answers).toFixed(2),
    '% of a core': ((user + system) / seconds / 10_000).toFixed(0),
    'more memory, MB': Math.round((rss - rssBefore) / 1e6),
    'rows at the end': rows,
    'rows a minute later': await count(),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const postgres = await startPostgres();
const table: Record<string, object> = {};
for (const [name, url] of [
  ['SQLite', `sqlite:${join(folder, 'docent.sqlite')}`],
  ['PostgreSQL', await postgres.createDatabase()],
] as const) {
  const store = await openStore({ url });
  table[name] = await measure(store);
  await store.close();
}
console.table(table);
await postgres.stop();
await rm(folder, { recursive: true });
