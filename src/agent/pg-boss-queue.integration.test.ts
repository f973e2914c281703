import { after } from 'node:test';
import { jobQueueContract } from '../../test/contract/job-queue.ts';
import { startPostgres } from '../../test/helpers/postgres.ts';
import { openPgBossQueue } from './pg-boss-queue.ts';

const postgres = await startPostgres();
after(() => postgres.stop());
const log = { debug() {}, info() {}, warn() {}, error() {} };

jobQueueContract('pg-boss', async () => openPgBossQueue(await postgres.createDatabase(), log));
