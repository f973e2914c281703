/** What one of several processes does on a store: says `ready`, waits for a line, does it, prints the outcome. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { ensureProject, makeFirstKeys } from '../../src/accounts/ensure-project.ts';
import { consume } from '../../src/store/counters.ts';
import { addSearch } from '../../src/store/searches.ts';
import { openContractStore } from './store-seed.ts';

const [task, url = '', argument = ''] = process.argv.slice(2);

async function ready(): Promise<void> {
  writeSync(1, 'ready\n');
  await once(process.stdin, 'data');
}

/** Asks `times` times at once for two limits, in an order that differs from process to process. */
async function consumeMany(times: number): Promise<void> {
  const store = await openContractStore(url);
  await ready();
  const hour = 3_600_000;
  const limits = [
    { key: 'narrow', limit: 100, windowMs: hour },
    { key: 'wide', limit: 1000, windowMs: hour },
  ];
  if (process.pid % 2) limits.reverse();
  const outcomes = await Promise.all(Array.from({ length: times }, () => consume(store, limits)));
  await store.close();
  writeSync(1, `${outcomes.filter(({ admitted }) => admitted).length}\n`);
}

async function open(): Promise<void> {
  await ready();
  const store = await openContractStore(url);
  await store.db.selectFrom('projects').select('id').execute();
  await store.close();
  writeSync(1, 'opened\n');
}

async function firstStart(): Promise<void> {
  await ready();
  const store = await openContractStore(url);
  const { project } = await ensureProject(store, { folder: '/docs' });
  const keys = await makeFirstKeys(store, project);
  await store.close();
  writeSync(1, keys ? 'made\n' : 'found\n');
}

/** Writes searches for ever and prints the id of each when it is stored. */
async function write(projectId: string): Promise<void> {
  const store = await openContractStore(url);
  await ready();
  for (let i = 0; ; i++) {
    const id = `${process.pid}-${i}`;
    await addSearch(store, { id, projectId, query: 'q', resultCount: 0, topScore: null, createdAt: i });
    writeSync(1, `${id}\n`);
  }
}

if (task === 'consume') await consumeMany(Number(argument));
if (task === 'open') await open();
if (task === 'first-start') await firstStart();
if (task === 'write') await write(argument);
