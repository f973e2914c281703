import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import type { Workspace } from '../workspace.ts';
import { runTool } from '../tools/tools.ts';
import { checkChanges } from './check-changes.ts';
import type { Checker } from './checker.ts';
import { checker } from '../../../test/helpers/checker.ts';
import { describeFinding } from './finding.ts';

const found = async (workspace: Workspace) => (await checkChanges(workspace)).map(describeFinding);
const page = (body: string) => `---\ntitle: Page\n---\n\n${body}\n`;

describe('what a change newly breaks is found', () => {
  test('nothing is reported for an untouched repository, however broken', async (t) => {
    const workspace = await workspaceOf(t, {
      'a.md': '[x](gone.md) ![](no.png)',
      'b.mdx': '<Card>',
      'docs.json': '{"navigation":["nope"]}',
    });
    assert.deepEqual(await found(workspace), []);
    await workspace.write('c.md', page('[b](b.mdx)'));
    assert.deepEqual(await found(workspace), [
      'c.md [navigation] The page is not in the navigation (docs.json). Put it there with place_page.',
    ]);
  });

  test('what was broken in a page before it moved, or in a link to it, is not new at its new place', async (t) => {
    const body = Array.from({ length: 10 }, (_, line) => `Line ${line}.`).join('\n');
    const workspace = await workspaceOf(t, {
      'a.md': page('[b](b.mdx#gone)'),
      'b.mdx': page(
        `import Gone from './gone.mdx'\n\n<Unknown />\n\n[a](a.md#none) [x](none.md) ![](none.png)\n\n${body}`,
      ),
      'c.mdx': `---\ntitle: [\n---\n\n<Card>\n\n${body}`,
    });
    const context = toolContextOf(workspace);
    const move = (from: string, to: string) => runTool('move_file', JSON.stringify({ from, to }), context);
    assert.equal((await move('b.mdx', 'guide/b.mdx')).ok, true);
    assert.equal((await move('c.mdx', 'guide/c.mdx')).ok, true);
    assert.deepEqual(await found(workspace), []);
    await workspace.write('a.md', page('[b](guide/b.mdx#gone) [b](guide/b.mdx#lost)'));
    assert.deepEqual(await found(workspace), [
      'a.md:5 [anchors] The link guide/b.mdx#lost leads to no heading: guide/b.mdx has none with the anchor "lost".',
    ]);
  });

  test('a link to a heading of a page that cannot be read is left alone', async (t) => {
    const latin = Buffer.from('# Caf\xe9\n\n## Prices\n', 'latin1');
    const workspace = await workspaceOf(t, { 'a.md': page('A'), 'cafe.md': latin });
    await workspace.write('a.md', page('[x](cafe.md#prices)'));
    assert.deepEqual(await found(workspace), []);
  });

  test('links to a page or heading that the job removed, in pages that it did not touch', async (t) => {
    const workspace = await workspaceOf(t, {
      'a.md': page('[b](b.md) [c](./c#setup) [d](/guide/d)'),
      'b.md': page('# B'),
      'c.md': page('## Setup'),
      'guide/d.md': page('# D'),
    });
    workspace.remove('b.md');
    workspace.remove('guide/d.md');
    await workspace.write('c.md', page('## Installation'));
    assert.deepEqual(await found(workspace), [
      'a.md:5 [links] The link b.md leads to no page.',
      'a.md:5 [anchors] The link ./c#setup leads to no heading: c.md has none with the anchor "setup".',
      'a.md:5 [links] The link /guide/d leads to no page.',
    ]);
  });

  test('links by addresses that the source maps its files to', async (t) => {
    const files = {
      'docs/01-start/02-install.md': page('# Install'),
      'docs/01-start/03-usage.md': '---\naddress: use-it\n---\n\n# Use\n',
      'docs/README.md': page('# Home'),
    };
    const urls = { stripNumbers: true, prefix: 'guide', slug: 'address' };
    const workspace = await workspaceOf(t, files, 'docs', urls);
    await workspace.write(
      'docs/README.md',
      page(
        '[a](/guide/start/install) [b](/guide/use-it) [c](/guide/01-start/install) [d](/guide/start/usage)',
      ),
    );
    assert.deepEqual(await found(workspace), [
      'docs/README.md:5 [links] The link /guide/01-start/install leads to no page.',
      'docs/README.md:5 [links] The link /guide/start/usage leads to no page.',
    ]);
  });

  test('pages that name a changed target in any way that a link can are looked at, others are not read', async (t) => {
    const workspace = await workspaceOf(t, {
      'index.md': page('## Setup\n\n[x](./gone.md)'),
      'guide/one.md': page('[up](../#setup) [root](/#setup)'),
      'guide/two.md': page('[r]: <My Page.md>\n\n[enc](My%20Page.md#old) [r]'),
      'guide/My Page.md': page('## Old'),
      'guide/three.md': page('Here setup, old and my page are words. [no fragment](My%20Page.md)'),
      'guide/four.md': page('<a href="My%20Page.md?x=1#old">x</a>'),
    });
    await workspace.write('index.md', page('## Start'));
    await workspace.write('guide/My Page.md', page('## New'));
    const read = new Set<string>();
    const counting: Checker = {
      close: checker.close,
      run(task, ...question) {
        if (task === 'scan') read.add(question[0]);
        return checker.run(task, ...question);
      },
    };
    const findings = (await checkChanges({ ...workspace, checker: counting })).map(
      ({ file, message }) => `${file} ${message}`,
    );
    assert.deepEqual(findings, [
      'guide/four.md The link My%20Page.md?x=1#old leads to no heading: guide/My Page.md has none with the anchor "old".',
      'guide/one.md The link ../#setup leads to no heading: index.md has none with the anchor "setup".',
      'guide/one.md The link /#setup leads to no heading: index.md has none with the anchor "setup".',
      'guide/two.md The link My%20Page.md#old leads to no heading: guide/My Page.md has none with the anchor "old".',
    ]);
    assert.deepEqual([...read].sort(), [
      'guide/My Page.md',
      'guide/four.md',
      'guide/one.md',
      'guide/two.md',
      'index.md',
    ]);
  });

  test('an edit that moves no heading reads no page but its own', async (t) => {
    const workspace = await workspaceOf(t, { 'a.md': page('[b](b.md#b)'), 'b.md': page('# B') });
    await workspace.write('b.md', page('# B\n\nMore.'));
    const read: string[] = [];
    const counting: Checker = {
      close: checker.close,
      run(task, ...question) {
        read.push(question[0]);
        return checker.run(task, ...question);
      },
    };
    assert.deepEqual(await checkChanges({ ...workspace, checker: counting }), []);
    assert.deepEqual([...new Set(read)], ['b.md']);
  });

  test('imports that lead nowhere, components and variables that nobody provides, addresses without a redirect', async (t) => {
    const workspace = await workspaceOf(t, {
      'docs.json': JSON.stringify({ navigation: { pages: ['a', 'b', 'c', 'old'] } }),
      'a.mdx': page(
        "import Note from './snippets/note.mdx'\nexport const version = '2'\n\n<Note />\n\n{version}",
      ),
      'b.mdx': page(
        "import Gone from './never-there.mdx'\n\n<Gone /> <Global.Thing /> {items.map((item) => <Chip>{item.name}</Chip>)}",
      ),
      'c.mdx': page("import Note from '/snippets/note.mdx'\n\n<Note />"),
      'old.mdx': page('Old.'),
      'snippets/note.mdx': 'Note.',
    });
    workspace.remove('snippets/note.mdx');
    workspace.remove('old.mdx');
    await workspace.write('docs.json', JSON.stringify({ navigation: { pages: ['a', 'b', 'c'] } }));
    await workspace.write(
      'a.mdx',
      page(
        "import Note from './snippets/note.mdx'\n\n<Note /> <Chip /> <Price amount={cost} />\n\n{version}",
      ),
    );
    await workspace.write('b.mdx', page("import Gone from './never-there.mdx'\n\n<Gone /> <Global.Other />"));
    assert.deepEqual(await found(workspace), [
      'a.mdx:5 [references] The import ./snippets/note.mdx leads to no file.',
      'a.mdx:7 [references] The variable cost is used, and neither imported nor declared.',
      'a.mdx:7 [references] The component Price is used, and neither imported nor declared.',
      'a.mdx:9 [references] The variable version is used, and neither imported nor declared.',
      'c.mdx:5 [references] The import /snippets/note.mdx leads to no file.',
      'old.mdx [redirects] Its address /old has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.',
    ]);
  });

  test('links that rest on a redirect which the job took away', async (t) => {
    const config = (redirects: object[]) => JSON.stringify({ navigation: { pages: ['a', 'b'] }, redirects });
    const workspace = await workspaceOf(t, {
      'a.md': page('[old](/old/x)'),
      'b.md': page('# B'),
      'docs.json': config([{ source: '/old/:slug*', destination: '/b' }]),
    });
    await workspace.write('docs.json', config([]));
    assert.deepEqual(await found(workspace), ['a.md:5 [links] The link /old/x leads to no page.']);
  });

  test('roles of MyST that lead nowhere, and links to labels of other pages, which do not', async (t) => {
    const workspace = await workspaceOf(t, {
      'conf.py': 'extensions = ["myst_parser"]\n',
      'index.md': '# Home\n\n(start-here)=\n## Start\n',
      'a.md': '# A\n',
    });
    await workspace.write(
      'a.md',
      '# A\n\n{doc}`index` {doc}`gone` {ref}`start-here` {ref}`nowhere` [x](#start-here) [y](start-here) [z](#none)\n',
    );
    assert.deepEqual(
      (await checkChanges(workspace)).map(({ message }) => message),
      [
        'The link gone leads to no page.',
        'There is no label for the reference nowhere.',
        'The link #none leads to no heading: a.md has none with the anchor "none".',
      ],
    );
  });

  test('new links and images that lead nowhere; external ones and code are left alone', async (t) => {
    const workspace = await workspaceOf(t, {
      'index.md': page('# Home'),
      'public/img/a.png': new Uint8Array([1]),
    });
    await workspace.write(
      'index.md',
      page(
        '[x](no.md) [y](https://x.org/no) [z](mailto:a@b) ![a](/img/a.png) ![b](/img/b.png) `[c](no2.md)` [h](#home) [n](#nope)\n\n# Home',
      ),
    );
    assert.deepEqual(await found(workspace), [
      'index.md:5 [links] The link no.md leads to no page.',
      'index.md:5 [images] The image /img/b.png does not exist.',
      'index.md:5 [anchors] The link #nope leads to no heading: index.md has none with the anchor "nope".',
    ]);
  });

  test('MDX that does not compile, front matter that does not parse, a page without a title, data that does not parse', async (t) => {
    const workspace = await workspaceOf(t, {
      'a.mdx': page('# A'),
      'b.md': page('# B'),
      'docs.json': '{"navigation":{"pages":["a","b"]}}',
    });
    await workspace.write('a.mdx', page('<Card>\n\n{1 +}'));
    await workspace.write('b.md', '---\ntitle: [b\n---\n# B\n');
    await workspace.write('docs.json', '{"navigation":');
    const findings = await checkChanges(workspace);
    assert.deepEqual(
      findings.map(({ check, file, severity }) => `${file} ${check} ${severity}`),
      ['a.mdx syntax breaks-site', 'b.md front-matter breaks-site', 'docs.json syntax breaks-site'],
    );
    const untitled = await workspaceOf(t, { 'index.md': page('x') });
    await untitled.write('new.md', 'No title here.\n');
    assert.deepEqual(await found(untitled), [
      'new.md [front-matter] The page has no title. Give it one in the front matter.',
    ]);
  });

  test('navigation that names a page which is not there', async (t) => {
    const workspace = await workspaceOf(
      t,
      {
        'mkdocs.yml': 'site_name: X\nplugins: !ENV [A, b]\nnav:\n  - Home: index.md\n  - guide/a.md\n',
        'docs/index.md': page('# H'),
        'docs/guide/a.md': page('# A'),
      },
      'docs',
    );
    workspace.remove('docs/guide/a.md');
    assert.deepEqual(await found(workspace), [
      'docs/guide/a.md [redirects] Its address /guide/a has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.',
      'mkdocs.yml [navigation] The navigation names guide/a.md, which is not a page.',
    ]);
  });

  test('an API description that is no longer valid; references to other places are not followed', async (t) => {
    const api = (reference: string) =>
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /x:\n    get:\n      responses:\n        '200': { $ref: '${reference}' }\n`;
    const valid = api('http://127.0.0.1:1/never-asked.yaml');
    const workspace = await workspaceOf(t, { 'openapi.yaml': valid, 'index.md': page('# H') });
    await workspace.write('openapi.yaml', valid.replace('version', 'versions'));
    await workspace.write('openapi-2.yaml', api('./other.yaml#/x'));
    const [finding, ...others] = await found(workspace);
    assert.match(finding!, /^openapi\.yaml \[openapi\] The API description is not valid: .*version/);
    assert.deepEqual(others, []);
  });

  test('secrets that stood nowhere before, and never their value', async (t) => {
    const [old, key] = [`ghp_${'a1B2'.repeat(9)}`, `ghp_${'c3D4'.repeat(9)}`];
    const workspace = await workspaceOf(t, { 'old.md': page(`old ${old}`) });
    await workspace.write('old.md', page(`old ${old} in another line\n\nnew line`));
    await workspace.write('moved.md', page(`moved ${old}`));
    assert.deepEqual(await found(workspace), []);
    await workspace.write('new.md', page(`x ${key}`));
    const findings = await found(workspace);
    assert.equal(findings.length, 1);
    assert.match(findings[0]!, /^new\.md:5 \[secrets\]/);
    assert.equal(findings[0]!.includes(key), false);
  });
});
