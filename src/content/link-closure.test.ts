import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { closeLinks, type LinkClosure } from './link-closure.ts';
import { listDocs, parseDocs } from './read-docs.ts';

async function close(files: Record<string, string>): Promise<LinkClosure> {
  const docs = await listDocs(treeOf(files));
  return closeLinks(docs, await Array.fromAsync(parseDocs(docs)));
}

const pages = {
  'guide/setup.md': '# Set up\n\n## Über Node\n',
  'guide/index.md': '# Guide',
  'index.md': '# Home',
};

test('Links by file, by path and by address resolve, with their anchors', async () => {
  const links = [
    './setup.md',
    'setup.md#über-node',
    'setup.md#%C3%BCber-node',
    '../guide/setup',
    '/guide/setup/',
    '/guide/',
    '/guide/setup.html',
    '../index.md',
    '#links',
    '#top',
  ];
  const closure = await close({
    ...pages,
    'guide/links.md': `# Links\n\n${links.map((link) => `[x](${link})`).join('\n')}`,
  });
  assert.deepEqual(closure.broken, []);
  assert.deepEqual(closure.paths, { checked: 8, resolved: 8 });
  assert.deepEqual(closure.anchors, { checked: 4, resolved: 4 });
});

test('What lies above the site is not its own', async () => {
  const book = (url: string): Record<string, string> => ({
    'book.toml': `[output.html]\nsite-url = "${url}"\n`,
    'src/SUMMARY.md': '- [A](a.md)\n- [B](b/README.md)',
    'src/a.md': '# A\n\n[x](../std/vec.html) [y](gone.html) [z](../out.md)',
    'src/b/README.md': '# B\n\n[x](../../std/vec.html) [y](../gone.html) [a](../a.html)',
  });
  const brokenOf = async (url: string): Promise<string[]> =>
    (await close(book(url))).broken.map(({ target }) => target);
  assert.deepEqual(await brokenOf('/book/'), ['gone.html', '../out.md', '../gone.html']);
  assert.equal((await brokenOf('https://example.com/')).length, 5);
});

test('An id that a page writes itself is also found as GitHub names it', async () => {
  const closure = await close({
    'a.md': '# A\n\n<a name="input_x"></a>[x](#user-content-input_x) [y](#user-content-y)',
  });
  assert.deepEqual(
    closure.broken.map(({ target }) => target),
    ['#user-content-y'],
  );
});

test('The case of an anchor counts on a site, and not where a repository is browsed', async () => {
  const files = { 'a.md': '# A\n\n## Set Up\n\n<a name="Own"></a>[x](#Set-Up) [y](#Own) [z](#own)' };
  const brokenIn = async (all: Record<string, string>) =>
    (await close(all)).broken.map(({ target }) => target);
  assert.deepEqual(await brokenIn(files), ['#own']);
  assert.deepEqual(await brokenIn({ ...files, '_config.yml': 'title: A' }), ['#Set-Up', '#own']);
});

test('What is not a page of the site is not looked up', async () => {
  const links = [
    'https://example.com/x',
    'mailto:a@example.com',
    '//cdn.example.com/x',
    './data.json',
    './image.png',
    'someone@example.com',
    '`Mix.Task`',
    '../.github/CONTRIBUTING.md',
    '../src/',
  ];
  const closure = await close({
    ...pages,
    'src/a.ts': '',
    'docs/a.md': links.map((link) => `[x](${link})`).join(' '),
  });
  assert.deepEqual(closure.paths, { checked: 0, resolved: 0 });
});

test('What other tools put below a folder without pages is not known', async () => {
  const links = [
    '../api/classes/Client.html',
    '../api/',
    '/man/man1/tool.1.html',
    '../guide/gone.html',
    '../api/gone',
  ];
  const { paths, broken } = await close({
    ...pages,
    'guide/links.md': links.map((link) => `[x](${link})`).join(' '),
  });
  assert.deepEqual(paths, { checked: 2, resolved: 0 });
  const stale = broken.filter(({ why }) => why === 'stale').map(({ target }) => target);
  assert.deepEqual(stale, ['../guide/gone.html', '../api/gone']);
  const own = await close({ 'api/a.md': '# A', 'b.md': '[x](api/gone.html)' });
  assert.deepEqual(own.paths, { checked: 1, resolved: 0 }, 'a folder with pages');
});

test('A link to nowhere is stale, and an anchor that is not on its page too', async () => {
  const { broken } = await close({ ...pages, 'a.md': '[gone](./gone.md) [moved](guide/setup.md#old)' });
  assert.deepEqual(broken, [
    { file: 'a.md', text: 'gone', target: './gone.md', part: 'path', why: 'stale' },
    { file: 'a.md', text: 'moved', target: 'guide/setup.md#old', part: 'anchor', why: 'stale' },
  ]);
});

test('A link that the host redirects to a page leads there; one to elsewhere, and one to what the build makes, are not stale ones', async () => {
  const { broken } = await close({
    'mkdocs.yml':
      'site_url: https://example.com/base/\nnav:\n  - index.md\n  - Commands: reference/cli.md\nplugins:\n  - redirects: { redirect_maps: { old.md: index.md, away.md: "https://example.org/" } }\n',
    'docs/index.md':
      '# Home\n\n[a](old.md) [away](away.md) [b](reference/cli.md#x) [c](https://example.com/base/gone/) [d](https://example.com/base/)',
  });
  assert.deepEqual(
    broken.map(({ target, why }) => [target, why]),
    [
      ['away.md', 'redirected'],
      ['reference/cli.md#x', 'generated'],
      ['https://example.com/base/gone/', 'stale'],
    ],
  );
});

test('A page that is hidden from search can be linked to', async () => {
  const { broken } = await close({ 'a.md': '[x](./b.md#h)', 'b.md': '---\nhidden: true\n---\n## H' });
  assert.deepEqual(broken, []);
});

test('In a site of several languages, a page that is not translated answers in the main one', async () => {
  const { broken } = await close({
    'astro.config.mjs': `import starlight from '@astrojs/starlight'; export default defineConfig({ integrations: [starlight({ locales: { root: { lang: 'en' }, de: { lang: 'de' } } })] })`,
    'src/content/docs/a.md': '---\ntitle: A\n---\n## Here',
    'src/content/docs/de/b.md': '---\ntitle: B\n---\n[x](/de/a/#here) [y](/de/none/)',
  });
  assert.deepEqual(
    broken.map(({ target }) => target),
    ['/de/none/'],
  );
});

test('A redirect of a site below a path of its host is followed as its links write it', async () => {
  const { broken } = await close({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';
      export default { base: '/docs', redirects: { '/old': '/docs/new/' }, integrations: [starlight({ title: 'x' })] }`,
    'src/content/docs/index.md': '---\ntitle: x\n---\n[old](/docs/old/)',
    'src/content/docs/new.md': '---\ntitle: new\n---\n',
  });
  assert.deepEqual(broken, []);
});

test('A link to the path that the site is served under leads to its home page', async () => {
  const docs = await listDocs(treeOf({ ...pages, 'a.md': '[home](/x/) [page](/x/guide/setup)' }), {
    baseUrl: 'https://example.com/x',
  });
  assert.deepEqual(closeLinks(docs, await Array.fromAsync(parseDocs(docs))).broken, []);
});

test('A member of an object that the site describes from its program is on the page of the object', async () => {
  const closure = await close({
    'mkdocs.yml': 'site_name: x',
    'docs/api.md': '# API\n\n::: pkg.Client\n',
    'docs/index.md': '[get](api.md#pkg.Client.get) [other](api.md#pkg.Server.get)',
  });
  assert.deepEqual(
    closure.broken.map(({ target }) => target),
    ['api.md#pkg.Server.get'],
  );
});

test('A page that the build makes from a template is not a stale target', async () => {
  const { broken, paths } = await close({
    'man/pod.md': '[one](pod-run.md) [two](pod-rm.md) [three](pod-top.md#options)',
    'man/pod-run.md.j2': '',
    'man/pod-top.md.in': '## Options',
  });
  assert.deepEqual(
    broken.map(({ target, why }) => [target, why]),
    [
      ['pod-run.md', 'generated'],
      ['pod-rm.md', 'stale'],
    ],
  );
  assert.equal(paths.checked, 2);
});

test('A version that is kept elsewhere is no stale target, and a page that a version here lacks is one', async () => {
  const { broken } = await close({
    'docs/v1.4/a.md': '[old](/docs/v0.9/a) [new](../v1.5/a.md) [gone](/docs/v1.5/b) [number](/guide/v0.9/a)',
    'docs/v1.5/a.md': '# A',
  });
  assert.deepEqual(
    broken.map(({ target, why }) => [target, why]),
    [
      ['/docs/v0.9/a', 'generated'],
      ['/docs/v1.5/b', 'stale'],
      ['/guide/v0.9/a', 'stale'],
    ],
  );
});
