import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspaceOf } from '../../test/helpers/workspace.ts';
import { readSite } from './checks/read-site.ts';
import { type Fixes, fixPage, noFixes } from './fix-page.ts';

type Test = Parameters<typeof workspaceOf>[0];

/** A page of a small site after the fixer, and what it put right. */
async function fixed(
  t: Test,
  page: string,
  others: Record<string, string> = {},
  wanted = Object.keys(noFixes) as (keyof Fixes)[],
) {
  const workspace = await workspaceOf(t, { 'a.md': page, ...others });
  return fixPage(await readSite(workspace, 'now'), 'a.md', new Set(wanted));
}

const titled = (text: string) => `---\ntitle: A\n---\n\n${text}\n`;

test('a link whose page moved follows it, in its own style', async (t) => {
  const { text, fixes } = await fixed(
    t,
    titled(
      '[a](old/install.md?x=1#top) [b](./old/install) [c](/old/install/) <a href="old/install.md">d</a>',
    ),
    { 'guide/install.md': titled('# Install') },
  );
  assert.equal(
    text,
    titled(
      '[a](guide/install.md?x=1#top) [b](./guide/install) [c](/guide/install/) <a href="guide/install.md">d</a>',
    ),
  );
  assert.equal(fixes.links, 4);
});

test('a link that could mean two pages, or none, stays as it is', async (t) => {
  const page = titled('[a](old/install.md) [b](nowhere.md) [c](https://x.org/install) [d](old/index.md)');
  const others = { 'x/install.md': titled('x'), 'y/install.md': titled('y'), 'z/index.md': titled('z') };
  assert.deepEqual((await fixed(t, page, others)).text, page);
});

test('a path in a script or in front matter, which may mean something else, stays as it is', async (t) => {
  const page =
    '---\ntitle: A\nfile: ./old/install.md\n---\n\n<script>\nconst x = "./old/install.md"\n</script>\n';
  const { text, left } = await fixed(t, page, { 'guide/install.md': titled('# Install') });
  assert.deepEqual([text, left], [page, []]);
});

test('an anchor whose heading changed follows it; one that has no near heading, or two, stays', async (t) => {
  const { text, fixes } = await fixed(
    t,
    titled(
      '[a](b.md#installing-on-linux) [b](b.md#colours) [c](b.md#set-up-it)\n\n[own](#how-to-beginn)\n\n## How to begin',
    ),
    { 'b.md': titled('## Install on Linux\n\n## Set up one\n\n## Set up two') },
  );
  assert.equal(
    text,
    titled(
      '[a](b.md#install-on-linux) [b](b.md#colours) [c](b.md#set-up-it)\n\n[own](#how-to-begin)\n\n## How to begin',
    ),
  );
  assert.equal(fixes.anchors, 2);
});

test('a page without a title gets its heading, or the name of its file; front matter that is there is kept', async (t) => {
  const title = async (page: string) => (await fixed(t, page)).text;
  assert.equal(
    await title('## Say "hi"\n\nText.\n'),
    '---\ntitle: "Say \\"hi\\""\n---\n\n## Say "hi"\n\nText.\n',
  );
  assert.equal(await title('Text.\n'), '---\ntitle: "A"\n---\n\nText.\n');
  assert.equal(
    await title('---\nsidebar: 1 # kept\n---\n\nText.\n'),
    '---\ntitle: "A"\nsidebar: 1 # kept\n---\n\nText.\n',
  );
  assert.equal(
    await title('+++\ndraft = true\n[params]\nx = 1\n+++\n\nText.\n'),
    '+++\ntitle = "A"\ndraft = true\n[params]\nx = 1\n+++\n\nText.\n',
  );
  assert.equal(
    await title('\uFEFF---\r\nsidebar: 1\r\n---\r\n\r\nText.\r\n'),
    '\uFEFF---\r\ntitle: "A"\nsidebar: 1\r\n---\r\n\r\nText.\r\n',
  );
  assert.equal(await title('\uFEFFText.\n'), '\uFEFF---\ntitle: "A"\n---\n\nText.\n');
  assert.equal(await title('---\n\nText.\n'), '---\ntitle: "A"\n---\n\n---\n\nText.\n');
  for (const whole of [
    '{\n  "draft": true\n}\n\nText.\n',
    '# Heading\n',
    '---\ntitle: [broken\n---\n\nText.\n',
    '',
  ])
    assert.equal(await title(whole), whole);
});

test('an image without a description gets one from its name, if the name says something', async (t) => {
  const { text, fixes } = await fixed(
    t,
    titled(
      '![](img/login-form@2x.png) ![](img/screenshot-12.png) ![](img/IMG_0042.jpg) ![kept](img/login-form.png) `![](img/login-form.png)`',
    ),
  );
  assert.equal(
    text,
    titled(
      '![Login form](img/login-form@2x.png) ![](img/screenshot-12.png) ![](img/IMG_0042.jpg) ![kept](img/login-form.png) `![](img/login-form.png)`',
    ),
  );
  assert.equal(fixes.images, 1);
});

test('who asks for links gets links alone, and hears of those that stay broken', async (t) => {
  const page = '[a](old/install.md) [b](nowhere.md) [c](guide/install.md#gone) ![](img/login-form.png)\n';
  const others = { 'guide/install.md': titled('# Install') };
  const { text, fixes, left } = await fixed(t, page, others, ['links', 'anchors']);
  assert.equal(text, page.replace('old/install.md', 'guide/install.md'));
  assert.deepEqual(fixes, { ...noFixes, links: 1 });
  assert.deepEqual(left, ['nowhere.md', 'guide/install.md#gone']);
});
