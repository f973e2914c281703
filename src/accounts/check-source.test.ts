import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { DocentError } from '../errors.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { checkSource } from './check-source.ts';

const git = (url: string, changes: object = {}): ProjectSource => ({ kind: 'git', url, ...changes });

test('Only repositories that the operator names are read with our credentials, whatever the caller says', () => {
  const allowed = { folders: [], repositories: ['https://github.com/acme', 'git@git.example.com:docs/'] };
  for (const url of ['https://github.com/acme/docs', 'git@git.example.com:docs/site.git'])
    assert.deepEqual(checkSource(git(url), allowed), git(url, { trusted: true }));
  for (const url of ['https://github.com/acme-evil/docs', 'https://github.com/other/docs'])
    assert.deepEqual(checkSource(git(url, { trusted: true }), allowed), git(url));
});

test('An address cannot begin as one repository and lead to another', () => {
  const allowed = { folders: ['/'], repositories: ['https://github.com/acme/', 'git@git.example.com:docs/'] };
  for (const url of [
    'https://github.com/acme/../other/secret',
    'https://github.com/acme/%2e%2e/other/secret',
    'https://github.com/acme/..%2fother',
    'https://github.com/acme\\..\\other',
    'git@git.example.com:docs/../secret',
    'file:///%zz',
    'file://host/docs',
  ])
    assert.throws(() => checkSource(git(url), allowed), DocentError, url);
  const named = { folders: [], repositories: ['https://github.com/acme/docs', 'https://git.example.com'] };
  for (const url of ['https://github.com/acme/docs.private', 'https://git.example.com.evil.org/docs'])
    assert.deepEqual(checkSource(git(url), named), git(url));
  for (const url of ['https://github.com/acme/docs.git', 'https://git.example.com/a/b'])
    assert.deepEqual(checkSource(git(url), named), git(url, { trusted: true }));
});

test('Addresses that are not https are refused unless they are named, and those with a secret always', () => {
  const allowed = { folders: [], repositories: [] };
  for (const url of [
    'http://example.com/docs.git',
    'ssh://git@example.com/docs.git',
    'git@example.com:docs.git',
    'ext::sh -c date',
    '/etc',
    'file:///etc',
    'https://user:secret@example.com/docs.git',
    'https://ghp_secret@example.com/docs.git',
    'HTTPS://:secret@example.com/docs.git',
  ])
    assert.throws(() => checkSource(git(url), allowed), DocentError, url);
  const secret = 'https://ghp_secret@github.com/acme/docs';
  for (const source of [
    { kind: 'site', url: secret },
    { kind: 'github', url: secret, what: ['releases'] },
    { kind: 'pushed', built: secret },
  ] as const)
    assert.throws(() => checkSource(source as ProjectSource, allowed), /password or token/);
  const named = 'ssh://git@example.com/docs.git';
  const bySsh = { folders: [], repositories: ['ssh://git@example.com/'] };
  assert.deepEqual(checkSource(git(named), bySsh), git(named, { trusted: true }));
});

test('A folder, and a repository that is one, must lie in a folder that the operator names', async (context) => {
  const folder = await temporaryFolder(context);
  await mkdir(join(folder, 'docs'));
  const allowed = { folders: [folder], repositories: [] };
  const path = join(folder, 'docs');
  assert.deepEqual(checkSource({ kind: 'folder', path }, allowed), { kind: 'folder', path });
  assert.deepEqual(checkSource(git(`file://${path}`), allowed), git(`file://${path}`, { trusted: true }));
  for (const wrong of [join(folder, '..'), '/etc', join(folder, 'none'), `${path}/../..`]) {
    assert.throws(() => checkSource({ kind: 'folder', path: wrong }, allowed), DocentError, wrong);
    assert.throws(() => checkSource(git(`file://${wrong}`), allowed), DocentError, wrong);
  }
});
