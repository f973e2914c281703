import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { storeContract } from './store.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

const newUrl = () => postgres.createDatabase();
const folder = await mkdtemp(join(tmpdir(), 'docent-store-'));
after(() => rm(folder, { recursive: true, force: true }));
storeContract('PostgreSQL', newUrl, [newUrl, async () => `sqlite:${join(folder, newId('store'))}.db`]);
