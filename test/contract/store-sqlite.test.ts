import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { storeContract } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'docent-store-'));
after(() => rm(directory, { recursive: true, force: true }));

storeContract('SQLite', async () => `sqlite:${join(directory, newId('store'))}.db`);
