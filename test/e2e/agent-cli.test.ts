import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { startForgeServer } from '../helpers/forge-server.ts';
import { refuses } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { dataFolder, docent, serve } from '../helpers/run-docent.ts';

const docs = { 'index.md': '# Home\n\nSee [use](gone/use.md).\n', 'guide/use.md': '# Use\n\nText.\n' };

test('a job without a server: done here, shown as it goes, merged by a command', async (t) => {
  const folder = await docsFolder(docs);
  const data = await dataFolder();
  t.after(() => Promise.all([folder.remove(), data.remove()]));
  const run = (...words: string[]) => docent([...words, '--data', data.path]);
  await run('projects', 'add', folder.path);
  const job = await run('job', 'Fix the links');
  assert.equal(job.code, 0, job.stderr);
  assert.match(job.stdout, /^http.*\/jobs\/job_\w+\n$/);
  assert.match(job.stderr, /• preparing[\s\S]*1 file changed[\s\S]*✓ fix index\.md[\s\S]*• completed/);
  const id = /job_\w+/.exec(job.stdout)![0];
  const list = await run('jobs', 'list', '--json');
  assert.deepEqual((JSON.parse(list.stdout) as { id: string }[]).map((listed) => listed.id), [id]); // prettier-ignore
  assert.equal((await run('jobs', 'merge', id)).stdout, 'Merged.\n');
  assert.match(await readFile(join(folder.path, 'index.md'), 'utf8'), /\[use\]\(guide\/use\.md\)/);
  const twice = await run('jobs', 'merge', id);
  assert.deepEqual([twice.code, /already merged/.test(twice.stderr)], [4, true]);
  assert.equal((await run('jobs', 'merge', 'job_none')).code, 3);
  const empty = await run('job', ' \n ');
  assert.deepEqual([empty.code, /prompt is empty/.test(empty.stderr)], [2, true], empty.stderr);
  const failed = await run('job', 'Fix it', '--ref', 'no-such-branch');
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  assert.doesNotMatch(failed.stderr, /"level"/);
  assert.match(failed.stderr, /• failed: The branch does not exist in the repository\. Check its name\./);
});

test('a job whose model cannot be reached says why, in words', async (t) => {
  const folder = await docsFolder(docs);
  const data = await dataFolder();
  const model = await startModelServer(() => refuses(401));
  t.after(() => Promise.all([folder.remove(), data.remove(), model.close()]));
  const env = { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
  await docent(['projects', 'add', folder.path, '--data', data.path]);
  const job = await docent(['job', 'Write a page', '--data', data.path], { env });
  assert.equal(job.code, 1, job.stderr);
  assert.doesNotMatch(job.stderr, /"level"/);
  assert.match(
    job.stderr,
    /upstream 10\.0\.0\.7 refused key[\s\S]*• failed: The model provider refused our key\./,
  );
});

test('a job beside a running server is done by the server, and can be watched', async (t) => {
  const folder = await docsFolder(docs);
  const data = await dataFolder();
  t.after(() => Promise.all([folder.remove(), data.remove()]));
  const server = await serve([folder.path, '--data', data.path]);
  t.after(async () => {
    server.child.kill('SIGTERM');
    await server.exit;
  });
  const ordered = await docent(['job', 'Fix the links', '--data', data.path]);
  assert.match(ordered.stdout, /^job_\w+\n$/);
  const watched = await docent([
    'job',
    'Again',
    '--follow',
    ordered.stdout.trim(),
    '--watch',
    '--json',
    '--data',
    data.path,
  ]);
  assert.equal(watched.code, 0, watched.stderr);
  const events = watched.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; url?: string });
  const pull = events.find(({ type }) => type === 'pull-request');
  assert.match(pull?.url ?? '', new RegExp(`^${server.ready.url}/default/${server.ready.domain}/jobs/job_`));
});

test('a repository is connected only when its forge confirms that the token reads it', async (t) => {
  const folder = await docsFolder(docs);
  const data = await dataFolder();
  const repositories = await temporaryFolder(t);
  await commitFiles(join(repositories, 'acme/site.git'), {
    'docs/index.md': docs['index.md'],
    'docs/guide/use.md': docs['guide/use.md'],
  });
  const forge = await startForgeServer('gitea', {
    folder: repositories,
    repository: 'acme/site',
    tokens: { 'tok-1': 'write' },
  });
  t.after(() => Promise.all([folder.remove(), data.remove(), forge.close()]));
  const run = (token: string, ...words: string[]) =>
    docent([...words, '--data', data.path], {
      env: { DOCENT_GITEA_URL: forge.url, DOCENT_GITEA_TOKEN: token },
    });
  await run('tok-1', 'projects', 'add', folder.path);
  const connect = (token: string, address: string) =>
    run(token, 'projects', 'connect', address, '--docs-root', 'docs');
  for (const [token, address] of [
    ['wrong', `${forge.url}/acme/site`],
    ['tok-1', `${forge.url}/acme/other`],
    ['tok-1', 'https://github.com/acme/site'],
  ] as const) {
    const refused = await connect(token, address);
    assert.deepEqual([refused.code, refused.stdout], [4, ''], refused.stderr);
  }
  const connected = await connect('tok-1', `${forge.url}/acme/site`);
  assert.match(connected.stdout, /now change acme\/site \(main\)/);
  const job = await run('tok-1', 'job', 'Fix the links');
  assert.deepEqual([job.code, job.stdout], [0, `${forge.url}/acme/site/pulls/1\n`], job.stderr);
  assert.equal(`${job.stdout}${job.stderr}${JSON.stringify(forge.pulls)}`.includes('tok-1'), false);
});
