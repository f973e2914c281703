import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { dataFolder, docent } from '../helpers/run-docent.ts';
import { startWebSite, webPage } from '../helpers/web-site.ts';

test('docent doctor examines a site: its pages, and the links that lead nowhere', async (context) => {
  const web = await startWebSite(context, (url) => ({
    '/docs/': webPage(
      'Home',
      '<a href="/docs/install#linux">good</a> <a href="install#bsd">no anchor</a> <a href="gone">gone</a>',
    ),
    '/docs/install': webPage('Install', `<h2 id="linux">Linux</h2><a href="${url}/docs/">home</a>`),
  }));
  const data = await dataFolder();
  context.after(data.remove);
  const refused = await docent(['projects', 'add', '--site', `${web.url}/docs/`, '--data', data.path]);
  assert.match(refused.stderr, /ports 80 and 443 .* the operator names 127\.0\.0\.1 in DOCENT_PRIVATE_HOSTS/);
  const options = { env: { DOCENT_PRIVATE_HOSTS: '127.0.0.1' } };
  const run = (words: string[]) => docent([...words, '--data', data.path], options);
  const added = await run(['projects', 'add', '--site', `${web.url}/docs/`, '--name', 'Acme']);
  assert.equal(added.code, 0, added.stderr);
  const { code, stdout, stderr } = await run(['doctor', '--project', 'acme', '--json']);
  assert.equal(code, exitCodes.findings, stderr);
  const { framework, pages, links } = JSON.parse(stdout);
  assert.deepEqual([framework, pages], ['site', 2]);
  assert.deepEqual([links.internal, links.resolved, links.anchors, links.anchorsResolved], [4, 3, 2, 1]);
});
