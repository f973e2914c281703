import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writtenFolder } from '../../../test/helpers/built-sites.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';
import { openBuiltFolder } from './built-folder.ts';
import { openBuild } from './open-build.ts';

const page = (title: string, content: string, { edit = '', head = '' } = {}): string =>
  `<!doctype html><html><head><title>${title} | Acme</title>${head}</head><body><main><h1>${title}</h1>${content}</main>${
    edit === '' ? '' : `<footer><a href="${edit}">Edit this page</a></footer>`
  }</body></html>`;

const repository = 'https://github.com/acme/docs/edit/main';

const text = {
  apples: 'Apples grow on trees in cool places and are picked in autumn.',
  boats: 'Boats carry people over water from one port to the other.',
  clocks: 'Clocks tell what time it is by two hands or by numbers.',
};

const sources = {
  'docs/apples.md': `# Apples\n\n${text.apples}\n\n## Kinds\n\nMany.\n`,
  'docs/boats.md': `# Boats\n\n${text.boats}\n\n## Kinds\n\nFew.\n`,
  'docs/clocks.md': `# Clocks\n\n${text.clocks}\n\n## Kinds\n\nTwo.\n`,
};

async function read(folder: string, files: Record<string, string> = sources) {
  const build = await openBuild({ place: folder, store: '', privateHosts: [] });
  const docs = await listDocs(treeOf(files), { built: build });
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = new Map(parsed.flatMap((one) => one.pages).map((one) => [one.file, one]));
  const by = Object.fromEntries([...docs.built!.pages].map(([file, match]) => [file, match.by]));
  return {
    build,
    docs,
    pages,
    by,
    urls: Object.fromEntries([...pages].map(([file, { url }]) => [file, url])),
  };
}

test('edit links that lie are not believed: outside of the docs, swapped, on every page, of another repository', async (context) => {
  const build = (links: string[]) =>
    writtenFolder(context, {
      'fruit.html': page('Apples', `<p>${text.apples}</p>`, { edit: links[0]! }),
      'ships.html': page('Boats', `<p>${text.boats}</p>`, { edit: links[1]! }),
      'time.html': page('Clocks', `<p>${text.clocks}</p><a href="${repository}/docs/apples.md">edit</a>`, {
        edit: links[2]!,
      }),
    });
  const right = {
    'docs/apples.md': '/fruit.html',
    'docs/boats.md': '/ships.html',
    'docs/clocks.md': '/time.html',
  };
  const honest = await read(
    await build([
      `${repository}/docs/apples.md`,
      `${repository}/docs/boats.md`,
      `${repository}/docs/clocks.md`,
    ]),
  );
  assert.deepEqual(honest.urls, right);
  assert.equal(honest.by['docs/boats.md'], 'edit-link');
  for (const links of [
    [`${repository}/docs/boats.md`, `${repository}/docs/clocks.md`, `${repository}/docs/apples.md`],
    [`${repository}/docs/boats.md`, `${repository}/docs/boats.md`, `${repository}/docs/boats.md`],
    [
      `${repository}/../../../etc/passwd.md`,
      `${repository}/%2e%2e/%2e%2e/secret.md`,
      'https://evil.example/edit//etc/hosts.md',
    ],
    [
      'file:///etc/passwd.md',
      'javascript:alert(1)//docs/boats.md',
      `${repository}/${'a/'.repeat(400)}docs/apples.md`,
    ],
    [
      `${repository}/docs/%00.md`,
      `${repository}/docs/boats.md%2f..%2fapples.md`,
      'https://[broken/edit/docs/apples.md',
    ],
  ])
    assert.deepEqual((await read(await build(links))).urls, right, links.join(' '));
});

test('files that a build does not show are unpublished where nearly all others are in it, and else keep their address', async (context) => {
  const folder = await writtenFolder(context, {
    'apples/index.html': page('Apples', text.apples),
    'boats/index.html': page('Boats', text.boats),
    'about/index.html': page('About us', 'A page that no file is for, as sites have many.'),
  });
  const files = {
    'apples.md': `# Apples\n\n${text.apples}`,
    'boats.md': `# Boats\n\n${text.boats}`,
    'clocks.md': `# Clocks\n\n${text.clocks}`,
  };
  const most = await read(folder, files);
  assert.deepEqual(most.urls, { 'apples.md': '/apples/', 'boats.md': '/boats/' });
  assert.deepEqual(most.docs.built!.unpublished, ['clocks.md']);
  assert.deepEqual(most.docs.warnings, []);

  const more = Object.fromEntries(
    ['x', 'y', 'z'].map((name) => [`${name}.md`, `# ${name}\n\nThe letter ${name}.`]),
  );
  const few = await read(folder, { ...files, ...more });
  assert.equal(few.pages.size, 6);
  assert.equal(few.urls['clocks.md'], '/clocks');
  assert.deepEqual(few.docs.built!.unpublished, []);
  assert.match(few.docs.warnings[0]!.message, /no page for 4 of 6 files, such as clocks\.md\. They keep/);

  // A page that cannot be read may be the one that is missed.
  await writeFile(join(folder, 'deep.html'), '<div>'.repeat(2_000));
  const broken = await read(folder, files);
  assert.deepEqual(broken.docs.built!.unpublished, []);
  assert.match(broken.docs.warnings[0]!.message, /nested too deep/);
});

test('ids with odd characters, and thousands of them, are data', async (context) => {
  const ids = ['a b', '"><script>', 'x)[y](https://evil.example', '%41', 'größe', '日本', ''];
  const escaped = (id: string) =>
    id.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const sections = ids.map((id, at) => `<h2 id="${escaped(id)}">Part ${at}</h2><p>Text ${at}</p>`).join('');
  const many = Array.from(
    { length: 25_000 },
    (_, at) => `<h2 id="n${at}">Same</h2><i id="${'x'.repeat(20)}${at}"></i>`,
  ).join('');
  const folder = await writtenFolder(context, {
    'odd.html': page('Odd', `<p>${text.apples}</p>${sections}`),
    'many.html': page('Many', `<p>${text.boats}</p>${many}`),
  });
  const parts = ids.map((_, at) => `## Part ${at}\n\nText ${at}\n`).join('\n');
  const { pages, build } = await read(folder, {
    'odd.md': `# Odd\n\n${text.apples}\n\n${parts}`,
    'many.md': `# Many\n\n${text.boats}\n\n## Same\n\nOnce.\n\n## Same\n\nTwice.\n`,
  });
  const anchors = (file: string) =>
    pages
      .get(file)!
      .sections.slice(1)
      .map(({ anchor }) => anchor);
  assert.deepEqual(anchors('odd.md'), [
    'a%20b',
    '%22%3E%3Cscript%3E',
    'x%29%5By%5D%28https://evil.example',
    '%41',
    'größe',
    '日本',
    null,
  ]);
  assert.deepEqual(anchors('many.md'), ['n0', 'n1']);
  const long = build.pages.find(({ path }) => path === 'many')!;
  assert.ok(long.headings.length <= 5_000 && long.ids.length <= 20_000);
});

test('what leaves the folder, is too large or sends its reader on is no page', async (context) => {
  const outside = await writtenFolder(context, {
    'secret.html': page('Clocks', text.clocks),
    'objects.inv': 'c2VjcmV0',
  });
  const folder = await writtenFolder(context, {
    'apples.html': page('Apples', text.apples),
    'boats.html': page('Boats', text.boats),
    'old.html': page('Clocks', text.clocks, {
      head: '<meta http-equiv="refresh" content="0; url=https://evil.example/">',
    }),
    'huge.html': page('Clocks', text.clocks + ' '.repeat(11 * 1024 ** 2)),
    'sitemap.xml': `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]><urlset>&a;<url><loc>https://evil.example/</loc></url>`,
    'search/search_index.json': '{"docs": [{"location": 1}, null, {"location": "apples.html#x"}]',
  });
  await symlink(join(outside, 'secret.html'), join(folder, 'clocks.html'));
  await symlink(join(outside, 'objects.inv'), join(folder, 'objects.inv'));
  await mkdir(join(folder, 'in'));
  await symlink(outside, join(folder, 'in/out'));
  const { build, urls } = await read(folder);
  assert.deepEqual(build.pages.map(({ path }) => path).sort(), ['apples', 'boats']);
  assert.equal(build.isWhole, false);
  assert.equal(urls['docs/clocks.md'], '/docs/clocks');
});

test('a build that is none, or too much, is refused with what to do', async (context) => {
  const empty = await writtenFolder(context, { 'a.txt': 'a' });
  await assert.rejects(
    openBuild({ place: empty, store: '', privateHosts: [] }),
    /has no HTML pages\. Name what/,
  );
  await assert.rejects(openBuild({ place: join(empty, 'none'), store: '', privateHosts: [] }), {
    code: 'not_found',
  });
  const two = { 'a.html': page('A', 'a'), 'b.html': page('B', 'b') };
  const folder = await writtenFolder(context, two);
  const limits = { pages: 2, characters: 10_000 };
  assert.equal((await openBuiltFolder(folder, undefined, limits)).pages.length, 2);
  await assert.rejects(openBuiltFolder(folder, undefined, { ...limits, pages: 1 }), /more than 1 pages/);
  // One of which nothing is known from before.
  const other = await writtenFolder(context, two);
  await assert.rejects(openBuiltFolder(other, undefined, { ...limits, characters: 100 }), {
    code: 'invalid_request',
  });
});

test('a wrong canonical link says nothing of the others, and one address on every page says nothing at all', async (context) => {
  const head = (url: string) => ({ head: `<link rel="canonical" href="${url}">` });
  const build = (one: string, two: string, three: string) =>
    writtenFolder(context, {
      'apples.html': page('Apples', text.apples, head(one)),
      'boats.html': page('Boats', text.boats, head(two)),
      'clocks.html': page('Clocks', text.clocks, head(three)),
    });
  const at = 'https://docs.example.com/v2';
  const good = await read(await build(`${at}/apples`, `${at}/boats`, 'https://evil.example/clocks'));
  assert.deepEqual(Object.values(good.urls), [`${at}/apples`, `${at}/boats`, `${at}/clocks`]);
  const same = await read(await build(`${at}/`, `${at}/`, `${at}/`));
  assert.deepEqual(Object.values(same.urls), ['/apples.html', '/boats.html', '/clocks.html']);
});
