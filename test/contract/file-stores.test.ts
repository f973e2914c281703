import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { databaseFiles } from '../../src/files/database-files.ts';
import { folderFiles } from '../../src/files/folder-files.ts';
import { s3Files } from '../../src/files/s3-files.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { startS3 } from '../helpers/s3.ts';
import { fileStoreContract } from './file-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'docent-files-'));
const postgres = await startPostgres();
const store = await openStore({ url: await postgres.createDatabase() });
const s3 = await startS3(join(folder, 's3'));
after(async () => {
  s3.stop();
  await store.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

fileStoreContract('Folder', async () => folderFiles(join(folder, 'shared')));
fileStoreContract('PostgreSQL', async () => databaseFiles(store));
fileStoreContract('S3', async () =>
  s3Files({
    bucket: 'indexes',
    prefix: 'docent/',
    endpoint: s3.url,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }),
);
