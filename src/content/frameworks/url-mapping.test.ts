import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDocs, parseDocs } from '../read-docs.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { closeLinks } from '../link-closure.ts';

test('A docs root says how the files of a generator of its own become addresses', async () => {
  const docs = await listDocs(
    treeOf({
      'docent.yaml':
        "urls:\n  folder: documentation/docs\n  base: https://kit.dev\n  stripNumbers: true\n  rules:\n    ':section/:page': ':page'\n  prefix: docs/kit\n  slug: url\n",
      'documentation/docs/10-start/10-intro.md': '# Intro\n\n[r](routing#pages) [s](/docs/kit/special)',
      'documentation/docs/20-core/10-routing.md': '# Routing\n\n## Pages\n\nText',
      'documentation/docs/20-core/20-x.md': '---\nurl: special\n---\nText',
      'README.md': '# Not published',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const urls = parsed.flatMap(({ pages }) => pages.map(({ url }) => url));
  assert.deepEqual(urls.sort(), [
    'https://kit.dev/docs/kit/intro',
    'https://kit.dev/docs/kit/routing',
    'https://kit.dev/docs/kit/special',
  ]);
  assert.deepEqual(closeLinks(docs, parsed).broken, []);
});

test('Without a framework, the links of the pages show how their site makes addresses', async () => {
  const names = ['install', 'routing', 'loading', 'hooks', 'forms', 'errors', 'build', 'deploy', 'test'];
  const links = names.map((name) => `[${name}](/docs/kit/${name}#top)`).join(' ');
  const pages = names.map((name, at): [string, string] => [
    `site/content/${at < 4 ? '10-start' : '20-more'}/${at}0-${name}.md`,
    `# ${name}\n\n[first](${names[0]}) ${links}`,
  ]);
  const tree = treeOf(Object.fromEntries([...pages, ['README.md', '# Of the repository']]));
  const docs = await listDocs(tree);
  const parsed = await Array.fromAsync(parseDocs(docs));
  const urls = parsed.flatMap(({ pages: made }) => made.map(({ url }) => url));
  assert.deepEqual(urls.sort(), ['/', ...names.map((name) => `/docs/kit/${name}`).sort()]);
  assert.equal(closeLinks(docs, parsed).broken.filter(({ part }) => part === 'path').length, 0);
  assert.match(docs.reason.why, /below \/docs\/kit/);

  const asSaid = await listDocs(tree, { urls: { folder: 'site/content', prefix: 'x' } });
  assert.equal(asSaid.files[0]?.page.path, 'x/10-start/00-install');
});

test('A folder that only the build fills in is no part of an address', async () => {
  const names = ['install', 'routing', 'loading', 'hooks', 'forms', 'errors', 'build', 'deploy', 'test'];
  const links = names.map((name) => `[${name}](/docs/{{version}}/${name})`).join(' ');
  const docs = await listDocs(treeOf(Object.fromEntries(names.map((name) => [`${name}.md`, links]))));
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.equal(parsed[0]!.pages[0]!.url, '/docs/build');
  assert.deepEqual(closeLinks(docs, parsed).paths, { checked: 81, resolved: 81 });
});

test('Links to pages beside, by their names alone, show numbers that addresses lack', async () => {
  const pathsWith = async (links: string) => {
    const files = [1, 2, 3, 4, 5].flatMap((n): [string, string][] => [
      [`docs/0${n}-part${n}/01-first.md`, links],
      [`docs/0${n}-part${n}/02-second.md`, links],
    ]);
    return (await listDocs(treeOf(Object.fromEntries(files)))).files.map(({ page }) => page.path);
  };
  assert.equal((await pathsWith('[next](second#more) [first](first)'))[0], 'docs/part1/first');
  assert.equal((await pathsWith('[next](other) [first](more)'))[0], 'docs/01-part1/01-first');
});

test('Where paths of files explain no link, a quarter that a folder explains is enough, and the host redirects the others', async () => {
  const names = ['install', 'routing', 'loading', 'hooks', 'forms', 'errors', 'build', 'deploy', 'test'];
  const links = names.map((name) => `[${name}](/docs/${name}) [${name}](/api/${name}.html)`).join(' ');
  const pages = names.map((name): [string, string] => [
    `website/pages/docs/${name}.md`,
    `# ${name}\n\n${links}`,
  ]);
  const redirects = names.map((name) => `/api/${name}.html /docs/${name} 301!`).join('\n');
  const gone = Array.from({ length: 12 }, (_, at) => `[gone](/gone/${at})`).join(' ');
  const docs = await listDocs(
    treeOf({ ...Object.fromEntries(pages), 'website/pages/old.md': gone, 'website/_redirects': redirects }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const urls = parsed.flatMap(({ pages: made }) => made.map(({ url }) => url));
  assert.deepEqual(urls.sort(), [...names.map((name) => `/docs/${name}`), '/old'].sort());
  const broken = closeLinks(docs, parsed).broken.map(({ target }) => target);
  assert.deepEqual([...new Set(broken.map((target) => target.split('/')[1]))], ['gone']);
});

test('Links also show the folder of the docs beside more pages of other kinds', async () => {
  const names = ['install', 'routing', 'loading', 'hooks', 'forms', 'errors'];
  const links = names.map((name) => `[${name}]: /guide/${name}/`).join('\n');
  const posts = Array.from({ length: 20 }, (_, at) => [`www/posts/${at}.md`, `# ${at}\n`]);
  const docs = await listDocs(
    treeOf(
      Object.fromEntries([
        ...names.map((name) => [`www/pages/guide/${name}.md`, `# ${name}\n\n[install][]\n\n${links}`]),
        ...posts,
      ]),
    ),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(closeLinks(docs, parsed).broken, []);
  assert.ok(docs.files.some(({ page }) => page.path === 'guide/install'));
});
