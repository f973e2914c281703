import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ForgeAccounts, openRemote } from './open-remote.ts';

const accounts: ForgeAccounts = {
  github: { url: 'https://github.com', credentials: { token: 'a' } },
  gitlab: { url: 'https://git.example.com/lab', token: 'b' },
  gitea: null,
};

test('a repository is opened on the forge that its address names', async () => {
  const open = async (address: string) => {
    const { name, repository } = await openRemote(address, accounts);
    return `${name} ${repository}`;
  };
  assert.equal(await open('https://github.com/acme/docs'), 'GitHub acme/docs');
  assert.equal(await open('https://github.com/acme/docs.git'), 'GitHub acme/docs');
  assert.equal(await open('https://git.example.com/lab/group/sub/docs/'), 'GitLab group/sub/docs');
});

test('no other address gets our credentials', async () => {
  const refused = [
    'https://github.com.evil.org/acme/docs',
    'https://evil.org/github.com/acme/docs',
    'http://github.com/acme/docs',
    'https://github.com/acme',
    'https://github.com/acme/../../api',
    'https://github.com/acme/docs?x=1',
    'https://github.com/acme/--upload-pack=x',
    'https://user@github.com/acme/docs',
    'file:///etc',
    '/etc/passwd',
  ];
  for (const address of refused) {
    await assert.rejects(openRemote(address, accounts), { code: 'forge_access_denied' }, address);
  }
});
