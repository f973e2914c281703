import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test, type TestContext } from 'node:test';
import { isOutage } from '../../src/deployments/is-outage.ts';
import { databaseFiles } from '../../src/files/database-files.ts';
import { folderFiles } from '../../src/files/folder-files.ts';
import { hashFile, verified } from '../../src/files/hash-file.ts';
import { MissingFile } from '../../src/files/missing-file.ts';
import { s3Files } from '../../src/files/s3-files.ts';
import { openStore } from '../../src/store/open-store.ts';
import { patience } from '../helpers/eventually.ts';
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
const s3At = (endpoint: string, limits?: Parameters<typeof s3Files>[1]) =>
  s3Files(
    {
      bucket: 'indexes',
      prefix: 'docent/',
      endpoint,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    limits,
  );
fileStoreContract('S3', async () => s3At(s3.url));

/** What happens to the answers of the S3 server that come next. */
type Fault = 'fails' | 'is cut off' | 'is altered' | 'never comes' | 'falls silent';

/** An address where the S3 server has these faults, one by one. */
async function faultyS3(t: TestContext): Promise<{ url: string; faults: Fault[] }> {
  const faults: Fault[] = [];
  const between = createServer((request, response) => {
    const fault = faults.shift();
    if (fault === 'fails') {
      request.resume();
      return void response.writeHead(503).end();
    }
    if (fault === 'never comes') return void request.resume();
    const { method, headers, url } = request;
    const passed = httpRequest(`${s3.url}${url}`, { method, headers }, async (answer) => {
      const body = await buffer(answer);
      if (fault === 'is altered') body[0]! ^= 1;
      response.writeHead(answer.statusCode!, answer.headers);
      if (fault === 'is cut off') response.write(body.subarray(0, body.length / 2), () => response.destroy());
      else if (fault === 'falls silent') response.write(body.subarray(0, body.length / 2));
      else response.end(body);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  t.after(() => {
    between.close();
    between.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`, faults };
}

test('S3: a passing fault is tried again; a lasting one, a cut and a change are errors, and never a missing file', async (t) => {
  const [{ url, faults }, file] = [await faultyS3(t), join(folder, 'file')];
  const files = s3At(url);
  t.after(() => files.close());
  await writeFile(file, randomBytes(100_000));
  const sum = await hashFile(file);
  const read = () => buffer(verified(files.get('dpl_faults.sqlite'), sum));
  faults.push('fails');
  await files.put('dpl_faults.sqlite', file, sum);
  faults.push('fails');
  assert.equal((await read()).length, 100_000);
  faults.push('fails', 'fails', 'fails');
  await assert.rejects(read(), isOutage);
  for (const fault of ['is cut off', 'is altered'] as const) {
    faults.push(fault);
    await assert.rejects(read(), (error) => !(error instanceof MissingFile));
  }
  faults.push('fails', 'fails', 'fails');
  await assert.rejects(files.put('dpl_never.sqlite', file, sum), isOutage);
  await assert.rejects(buffer(files.get('dpl_never.sqlite')), MissingFile);
  assert.deepEqual(faults, []);
  assert.equal((await read()).length, 100_000);
});

test('S3: a server that takes requests and says nothing, or stops in the middle, is given up after a while', async (t) => {
  const [{ url, faults }, file] = [await faultyS3(t), join(folder, 'file')];
  const hasty = s3At(url, { connectMs: patience, silenceMs: 300 });
  const patient = s3At(url, { connectMs: patience, silenceMs: patience });
  t.after(() => Promise.all([hasty.close(), patient.close()]));
  await writeFile(file, randomBytes(100_000));
  const sum = await hashFile(file);
  const put = (files = hasty) => files.put('dpl_silent.sqlite', file, sum);
  const read = (files = hasty) => buffer(verified(files.get('dpl_silent.sqlite'), sum));
  faults.push('never comes', 'never comes', 'never comes');
  await assert.rejects(put(), isOutage);
  await put(patient);
  faults.push('never comes', 'never comes', 'never comes');
  await assert.rejects(read(), isOutage);
  faults.push('falls silent');
  await assert.rejects(read(), isOutage);
  assert.deepEqual(faults, []);
  assert.equal((await read(patient)).length, 100_000);
});
