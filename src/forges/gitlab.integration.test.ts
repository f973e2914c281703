import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgeContract } from '../../test/contract/forge.ts';
import { startForgeServer } from '../../test/helpers/forge-server.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { openGitlab } from './gitlab.ts';

forgeContract('gitlab', openGitlab);

test('rights by an invited group are rights', async (t) => {
  const repository = 'acme/site';
  const folder = await temporaryFolder(t);
  const server = await startForgeServer('gitlab', { folder, repository, tokens: { ro: 'read' } });
  t.after(() => server.close());
  const gitlab = openGitlab({ url: server.url, repository, token: 'ro' });
  assert.equal((await gitlab.inspect()).canWrite, false);
  server.invitesGroup = true;
  assert.equal((await gitlab.inspect()).canWrite, true);
});
