import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { commitFiles, temporaryFolder } from '../../../test/helpers/repository.ts';
import { openBaseFiles } from '../base-files.ts';
import { openWorkspace } from '../workspace.ts';
import { checkCode } from './check-code.ts';
import { checker } from '../../../test/helpers/checker.ts';

type Api = Record<string, unknown>;

const api: Api = {
  openapi: '3.1.0',
  info: { title: 'API', description: 'See [the guide](https://docs.example.com).' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: { '/a': { get: { description: 'Gets <b>a</b> of `{id}`.', responses: {} } } },
};

const gitDir = join(await temporaryFolder({ after }), 'api.git');
const base = await commitFiles(gitDir, {
  'openapi.json': JSON.stringify(api, null, 2),
  'parts/error.json': '{}',
  'guide/meta.json': '{ "pages": ["a"] }',
  'guide/a.mdx': '# A',
});

async function check(file: string, text: string, hosts: string[] = []): Promise<string[]> {
  const workspace = openWorkspace({
    checker,
    files: await openBaseFiles(gitDir, base),
    docsRoot: '',
    overlay: {},
  });
  await workspace.write(file, text);
  const found = await checkCode(workspace, { names: [], hosts: new Set(hosts) }, [file]);
  return found.map(({ severity, message, line }) => `${severity} ${line} ${message.split('. A job')[0]}`);
}

const changed = (change: Api) => JSON.stringify({ ...api, ...change }, null, 2);

test('What an API description says to readers and their clients is judged as on pages', async () => {
  const told = (change: Api) => check('openapi.json', changed(change));
  assert.deepEqual(await told({ servers: [{ url: 'https://evil.example/v1' }] }), [
    'error 9 New API server: evil.example',
  ]);
  const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '//evil.example', scopes: {} } } };
  assert.match((await told({ components: { securitySchemes: { oauth } } }))[0]!, /^error .* evil\.example$/);
  const described = (description: string) => told({ tags: [{ name: 'a', description }] });
  assert.match((await described('<script>x()</script>'))[0]!, /^error \d+ New script: <script>$/);
  assert.match((await described('![](https://evil.example/p.png)'))[0]!, /^error .* remote media/);
  assert.match((await described('See https://new.example'))[0]!, /^review .* new\.example$/);
  assert.deepEqual(await described('Gets *b* of `<script>`, as {id}.'), []);
  assert.deepEqual(await told({ 'x-a': { example: '<script>', default: 'https://evil.example' } }), []);
});

test('A reference reads files of the repository only', async () => {
  const told = (ref: string) => check('openapi.json', changed({ 'x-a': { $ref: ref } }));
  assert.deepEqual(await told('#/paths'), []);
  assert.deepEqual(await told('parts/error.json#/a'), []);
  assert.match((await told('../../etc/passwd'))[0]!, /^error .* include from \.\.\/\.\.\/etc\/passwd$/);
  assert.match((await told('https://evil.example/a.json'))[0]!, /^error /);
});

test('A host that the request names is shown to people, and YAML is read as JSON is', async () => {
  const yaml = 'swagger: "2.0"\nhost: evil.example\ninfo: { title: x }\npaths: {}\n';
  assert.deepEqual(await check('swagger.yaml', yaml), ['error 2 New API server: evil.example']);
  assert.deepEqual(await check('swagger.yaml', yaml, ['evil.example']), [
    'review 2 New API server: evil.example',
  ]);
  assert.deepEqual(await check('swagger.yaml', '{ a: [', ['evil.example']), [
    'error 1 New text that cannot be read: data',
  ]);
});

test('Navigation that leads to another site is shown to people', async () => {
  assert.deepEqual(await check('guide/meta.json', '{ "pages": ["a", "[New](https://new.example)"] }'), [
    'review 1 New link to another site: new.example',
  ]);
});

test('A sidebar’s HTML is code, also in what an API description shows as it is written', async () => {
  const told = (value: string) => check('sidebars.json', JSON.stringify({ docs: [{ type: 'html', value }] }));
  assert.match((await told('<script>x()</script>'))[0]!, /^error \d+ New script: <script>$/);
  assert.match((await told('<img src="/p.png" onerror="x()">'))[0]!, /^error \d+ New handler/);
  assert.deepEqual(await told('<b>Guides</b>'), []);
});
