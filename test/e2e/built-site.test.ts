import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unpackBuiltSite } from '../helpers/built-sites.ts';
import { ask, update } from '../helpers/deployments.ts';
import { dataFolder, docent } from '../helpers/run-docent.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';
import { startWebSite } from '../helpers/web-site.ts';

/** The address that a search finds first, with the anchor of its section. */
async function address(server: TestServer, query: string): Promise<string | undefined> {
  const answer = await post(`${server.url}/discovery/v1/search/${server.domain}`, server.assistantKey, {
    query,
  });
  return ((await answer.json()) as { url: string }[])[0]?.url;
}

test('docent addresses and doctor say what a build knows, and where the rules differ', async (context) => {
  const { docs, built } = await unpackBuiltSite(context, 'sphinx');
  const listed = await docent(['addresses', docs, '--built', built, '--json']);
  assert.equal(listed.code, 0, listed.stderr);
  const found = JSON.parse(listed.stdout) as { file: string; url: string; anchors: string[]; by: string }[];
  assert.deepEqual(
    found.find(({ file }) => file === 'guide/install.rst'),
    {
      file: 'guide/install.rst',
      url: '/guide/install/',
      anchors: [
        'install-it',
        'on-linux',
        'packages',
        'on-macos',
        'id1',
        'harbour-up-all',
        'grosze-der-strasze',
      ],
      by: 'map',
    },
  );
  assert.match(listed.stderr, /^Build ≠ rule {2}2 addresses and the ids of 0 of 3 pages$/m);
  const byRule = await docent(['addresses', docs, '--json']);
  assert.deepEqual([...new Set(JSON.parse(byRule.stdout).map(({ by }: { by: string }) => by))], ['rule']);

  const hugo = await unpackBuiltSite(context, 'hugo');
  const report = await docent(['doctor', hugo.docs, '--built', hugo.built]);
  assert.match(report.stdout, /^Matched {7}3 of 4 files: 3 by map; 1 not published$/m);
  const { built: said } = JSON.parse(
    (await docent(['doctor', hugo.docs, '--built', hugo.built, '--json'])).stdout,
  );
  assert.deepEqual(said.unpublished, ['content/guide/draft.md']);
  assert.equal(said.by['content/guide/moved.md'], 'map');
  const none = await docent(['doctor', hugo.docs, '--built', join(hugo.built, 'none')]);
  assert.equal(none.code, 3);
  assert.match(none.stderr, /There is no folder .*none/);
});

test('docent ask answers with the addresses of a build, and not from what it does not publish', async (context) => {
  const { docs, built } = await unpackBuiltSite(context, 'jekyll');
  // Jekyll's rule for drafts would leave it out, too.
  const draft = join(docs, 'guide/draft.md');
  await writeFile(draft, (await readFile(draft, 'utf8')).replace('published: false\n', ''));
  const data = await dataFolder();
  context.after(data.remove);
  const run = (question: string) =>
    docent(['ask', question, docs, '--built', built, '--data', data.path, '--json'], {
      env: { DOCENT_EMBEDDING_MODEL: 'none' },
    });
  const ports = await run('How are ports numbered?');
  assert.equal(ports.code, 0, ports.stderr);
  assert.match(ports.stdout, /"\/ports\.html#ports"/);
  assert.doesNotMatch((await run('Which secrets are being written?')).stdout, /guide\/draft/);
});

test('a pushed folder brings the map of its build, and none of its HTML', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  const { docs, built } = await unpackBuiltSite(context, 'vitepress');
  const project = `/manage/v1/projects/${server.projectId}`;
  assert.equal((await ask(server, 'PATCH', project, { sources: [{ kind: 'pushed' }] })).status, 200);
  const env = { DOCENT_URL: server.url, DOCENT_KEY: server.adminKey };
  const deploy = () => docent(['deploy', docs, '--built', built, '--confirm'], { env });
  const sent = await deploy();
  assert.equal(sent.code, 0, sent.stderr);
  assert.equal(await address(server, 'ports are numbered from 1 to 99'), '/boats/ports/of-call#ports');
  assert.match((await deploy()).stdout, /Nothing has changed/);
  // Its page goes with the next build.
  await rm(join(built, 'ports/of-call.html'));
  assert.match((await deploy()).stdout, /1 removed/);
  const lonely = await docent(['deploy', '--built', built], { env });
  assert.match(lonely.stderr, /--built goes with a folder that is pushed/);
});

test('a source names the address of its site, whose pages are asked for once', async (context) => {
  const { docs, html } = await unpackBuiltSite(context, 'eleventy');
  const web = await startWebSite(context, () =>
    Object.fromEntries(
      Object.entries(html).map(([path, text]) => [`/${path.replace(/(^|\/)index\.html$/, '$1')}`, text]),
    ),
  );
  const folders = { DOCENT_FOLDERS: docs, DOCENT_PRIVATE_HOSTS: '127.0.0.1' };
  const server = await startServer({ settings: folders });
  context.after(() => server.close());
  const project = `/manage/v1/projects/${server.projectId}`;
  const source = { kind: 'folder', path: docs, built: `${web.url}/` };
  const set = (built: string) => ask(server, 'PATCH', project, { sources: [{ ...source, built }] });
  for (const wrong of ['/etc', '../x', 'http://user:secret@example.com/', 'ftp://example.com/'])
    assert.equal((await set(wrong)).status, 400, wrong);
  const kept = await set(source.built);
  assert.deepEqual(kept.body.sources, [source], JSON.stringify(kept.body));
  assert.equal((await update(server, { confirm: true })).status, 'success');
  assert.equal(await address(server, 'ports are numbered from 1 to 99'), `${web.url}/ports/#ports`);
  assert.ok(web.requests.includes('200 /ports/'));
  web.requests.splice(0);
  assert.equal((await update(server)).status, 'success');
  assert.ok(web.requests.includes('304 /ports/'), web.requests.join(', '));
});
