import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../../test/helpers/deployment.ts';
import { refusalOf } from '../../../test/helpers/refusal.ts';
import { startWebSite, type WebPage } from '../../../test/helpers/web-site.ts';

async function scene(context: TestContext, make: (url: string) => WebPage, path = '/llms-full.txt') {
  const web = await startWebSite(context, (url) => ({ [path]: make(url) }));
  const site = await projectOf(context, [{ kind: 'llms', url: `${web.url}${path}` }], {
    privateHosts: ['127.0.0.1'],
  });
  return { web, site };
}

test('Pages are at the addresses that the file gives, with the anchors of who made it', async (context) => {
  const { web, site } = await scene(
    context,
    (
      url,
    ) => `# Home\nSource: ${url}/docs\n\nHi.\n\n# Install it\nSource: ${url}/docs/install\n\n## With npm & pnpm\n\nRun npm i acme.\n
# Elsewhere\nSource: https://other.example/x\n\nx`,
    '/docs/llms-full.txt',
  );
  const { warnings } = await site.deploy();
  const pages = await site.pages();
  assert.deepEqual(Object.fromEntries([...pages].map(([path, page]) => [path, [page.url, page.title]])), {
    docs: [`${web.url}/docs`, 'Home'],
    'docs/install': [`${web.url}/docs/install`, 'Install it'],
  });
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['It is on another site; it was left out.'],
  );
});

test('The file is not sent again when it is the same, and only pages that changed are parsed again', async (context) => {
  const { web, site } = await scene(
    context,
    (url) => `# A\nSource: ${url}/a\n\none\n\n# B\nSource: ${url}/b\n\ntwo`,
  );
  await site.deploy();
  assert.equal((await site.deploy()).unchanged, 2);
  assert.deepEqual(web.requests, ['200 /llms-full.txt', '304 /llms-full.txt']);
  web.pages.set('/llms-full.txt', `# A\nSource: ${web.url}/a\n\nchanged\n\n# B\nSource: ${web.url}/b\n\ntwo`);
  const { changed, unchanged } = await site.deploy();
  assert.deepEqual([changed, unchanged], [1, 1]);
});

test('Pages without an address are linked by the file, without anchors that nothing has', async (context) => {
  const { web, site } = await scene(context, () => '# First steps\n\n## Install\n\ntext\n\n# Usage\n\ntext');
  await site.deploy();
  const pages = await site.pages();
  assert.deepEqual([...pages].map(([path, { url }]) => [path, url]).sort(), [
    ['first-steps', `${web.url}/llms-full.txt`],
    ['usage', `${web.url}/llms-full.txt`],
  ]);
});

test('A file that is not there, a page of a site and a file without pages are told apart', async (context) => {
  const { web, site } = await scene(context, () => ({ status: 404 }));
  assert.match((await refusalOf(site.deploy())).message, /answers 404/);
  web.pages.set('/llms-full.txt', '<!doctype html><html></html>');
  assert.match((await refusalOf(site.deploy())).message, /is a page of a site/);
  web.pages.set('/llms-full.txt', 'Nothing here.');
  assert.match((await refusalOf(site.deploy())).message, /has no pages/);
});

test('An address that is not well encoded is kept as it is written', async (context) => {
  const { site, web } = await scene(context, () => '# Rates\nSource: /docs/100%\n\ntext');
  await site.deploy();
  const pages = await site.pages();
  assert.deepEqual(
    [...pages].map(([path, { url }]) => [path, url]),
    [['docs/100%', `${web.url}/docs/100%25`]],
  );
});
