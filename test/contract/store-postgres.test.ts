import { after } from 'node:test';
import { startPostgres } from '../helpers/postgres.ts';
import { storeContract } from './store.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

storeContract('PostgreSQL', () => postgres.createDatabase());
