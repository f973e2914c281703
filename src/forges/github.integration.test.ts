import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgeContract } from '../../test/contract/forge.ts';
import { startForgeServer } from '../../test/helpers/forge-server.ts';
import { githubApp, newGithubApp } from '../../test/helpers/github-api.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { remoteBranch } from '../git/bare-repository.ts';
import { openGithub } from './github.ts';

forgeContract('github', ({ token, ...options }) => openGithub({ ...options, credentials: { token } }));

test('a GitHub App mints a token for this one repository, with the rights that a pull request needs', async (t) => {
  const folder = await temporaryFolder(t);
  const commit = await commitFiles(join(folder, 'acme/site.git'), { 'index.md': '# Home\n' });
  const server = await startForgeServer('github', { folder, repository: 'acme/site', tokens: {} });
  t.after(() => server.close());
  const credentials = newGithubApp();
  const forge = openGithub({ url: server.url, repository: 'acme/site', credentials });

  assert.deepEqual(await forge.inspect(), { defaultBranch: 'main', canWrite: true });
  assert.equal(await remoteBranch(await forge.access(), 'main'), commit);
  assert.deepEqual(
    githubApp.mints.map((body) => JSON.parse(body)),
    [
      {
        repositories: ['site'],
        permissions: {
          contents: 'write',
          pull_requests: 'write',
          metadata: 'read',
          checks: 'read',
          statuses: 'read',
          actions: 'read',
          issues: 'write',
          discussions: 'write',
        },
      },
    ],
  );
  // As an environment file may hold it.
  const privateKey = credentials.privateKey.replaceAll('\n', String.raw`\n`);
  const foreign = openGithub({
    url: server.url,
    repository: 'other/site',
    credentials: { ...credentials, privateKey },
  });
  await assert.rejects(foreign.inspect(), { code: 'repository_not_found' }, 'the App is not installed there');
  assert.deepEqual(server.violations, []);
});

test('a GitHub App with a key that is not one, or without the rights, is told in words that help', async (t) => {
  const folder = await temporaryFolder(t);
  const server = await startForgeServer('github', { folder, repository: 'acme/site', tokens: {} });
  t.after(() => server.close());
  const credentials = newGithubApp();
  const open = (given: typeof credentials) =>
    openGithub({ url: server.url, repository: 'acme/site', credentials: given });
  await assert.rejects(open({ ...credentials, privateKey: 'no key' }).inspect(), {
    code: 'forge_access_denied',
    message: /DOCENT_GITHUB_APP_KEY/,
  });
  assert.deepEqual(server.calls, [], 'nobody was asked');
  await assert.rejects(open({ ...credentials, appId: '8' }).inspect(), { code: 'forge_access_denied' });
  githubApp.lacksRights = true;
  await assert.rejects(open(credentials).inspect(), {
    code: 'forge_access_denied',
    message: /permissions "Contents" and "Pull requests"/,
  });
});

test('where drafts are not to be had, the pull request is opened without', async (t) => {
  const folder = await temporaryFolder(t);
  const server = await startForgeServer('github', {
    folder,
    repository: 'acme/site',
    tokens: { rw: 'write' },
  });
  t.after(() => server.close());
  server.refuseDrafts = true;
  const forge = openGithub({ url: server.url, repository: 'acme/site', credentials: { token: 'rw' } });
  const opened = await forge.openPullRequest({
    branch: 'docent/x',
    base: 'main',
    title: 't',
    body: 'b',
    draft: true,
  });
  assert.deepEqual([opened.draft, server.pulls.length], [false, 1]);
  assert.deepEqual(server.violations, []);
});

test('what the GraphQL API refuses for its rate limit, with the status 200, is told as that', async (t) => {
  let message = 'API rate limit exceeded for installation ID 7.';
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ data: null, errors: [{ type: 'RATE_LIMITED', message }] })),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forge = openGithub({ url, repository: 'acme/site', credentials: { token: 't' } });
  const answer = () =>
    forge.answerQuestion!(
      { kind: 'discussion', number: 1, nodeId: 'D_1' },
      { body: 'b', marker: 'm', known: null, isRetry: false },
    );
  await assert.rejects(answer(), { code: 'forge_rate_limited' });
  message = 'Something went wrong while executing your query.';
  await assert.rejects(answer(), { code: 'forge_unavailable' });
});
