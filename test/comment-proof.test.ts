// The GitHub action's comment, against a server that keeps comments as GitHub's API does.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './helpers/repository.ts';

const script = fileURLToPath(new URL('../scripts/comment-proof.ts', import.meta.url));

test('a proof is commented once, and renewed after that', async (t) => {
  const comments = [{ id: 1, body: 'Looks good.' }];
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization}`);
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    if (request.method === 'POST') comments.push({ id: 2, ...JSON.parse(text) });
    if (request.method === 'PATCH') Object.assign(comments[1]!, JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(comments));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const table = join(await temporaryFolder(t), 'table.md');
  const env = {
    ...process.env,
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'acme/site',
    PULL_REQUEST: '7',
    COMMENT_TOKEN: 'tok',
  };
  for (const text of ['Answers 1 more', 'Answers 2 more']) {
    await writeFile(table, text);
    await promisify(execFile)(process.execPath, [script, table], { env });
  }
  assert.deepEqual(comments, [
    { id: 1, body: 'Looks good.' },
    { id: 2, body: '<!-- docent:proof -->\nAnswers 2 more' },
  ]);
  assert.deepEqual(
    seen.map((call) => call.split(' ').slice(0, 2).join(' ')),
    [
      'GET /repos/acme/site/issues/7/comments',
      'POST /repos/acme/site/issues/7/comments',
      'GET /repos/acme/site/issues/7/comments',
      'PATCH /repos/acme/site/issues/comments/2',
    ],
  );
  assert.ok(seen.every((call) => call.endsWith('Bearer tok')));
});
