import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { checker } from '../../../test/helpers/checker.ts';
import { checkCode } from '../checks/check-code.ts';
import { runTool } from './tools.ts';

type Scene = {
  /** The files of the site, of which `a` and `b` stand for texts before and after the move. */
  files: Record<string, string | Uint8Array | [before: string, after: string]>;
  root: string;
  from: string;
  to: string;
};

const head = '---\ntitle: T\n---\n\n';
const docusaurus = {
  'docusaurus.config.js': "module.exports = { baseUrl: '/', presets: [['classic', { docs: {} }]] };",
};
const vitepress = { 'docs/.vitepress/config.mts': "export default { title: 'x' }" };
const gitbook = {
  'SUMMARY.md': '# Summary\n\n* [Home](README.md)\n* [Install](guide/install.md)\n',
  '.gitbook/assets/a.pdf': 'x',
};
const book = {
  'book.toml': '[book]\ntitle = "x"\n',
  'src/SUMMARY.md': '# Summary\n\n- [Home](index.md)\n- [Install](guide/install.md)\n',
};

const scenes: Record<string, Scene> = {
  'Docusaurus: components, scripts and pictures of a page': {
    files: {
      ...docusaurus,
      'docs/guide/a.png': 'x',
      'docs/guide/_part.mdx': 'Part.\n',
      'static/img/b.png': 'x',
      'docs/guide/install.md': [
        `${head}import Part from './_part.mdx';\nimport a from "./a.png";\n\n<Part /> <img src={require('./a.png').default} alt="a" /> <img src="/img/b.png" alt="b" />\n`,
        `${head}import Part from '../guide/_part.mdx';\nimport a from "../guide/a.png";\n\n<Part /> <img src={require('../guide/a.png').default} alt="a" /> <img src="/img/b.png" alt="b" />\n`,
      ],
      'docs/index.mdx': [
        `${head}export const cards = [{ href: './guide/install.md', title: '/docs/guide/install' }];\n\n<Link to="/docs/guide/install#x">a</Link> <Card path={\`/docs/guide/install\`} />\n`,
        `${head}export const cards = [{ href: './start/setup.md', title: '/docs/guide/install' }];\n\n<Link to="/docs/start/setup#x">a</Link> <Card path={\`/docs/start/setup\`} />\n`,
      ],
    },
    root: 'docs',
    from: 'docs/guide/install.md',
    to: 'docs/start/setup.md',
  },
  'Docusaurus: a part, and the pages that import it': {
    files: {
      ...docusaurus,
      'docs/guide/_part.mdx': ['[a](install.md)\n', '[a](../guide/install.md)\n'],
      'docs/guide/install.md': [
        `${head}import Part from './_part.mdx';\n\n<Part />\n`,
        `${head}import Part from '../parts/_part.mdx';\n\n<Part />\n`,
      ],
      'docs/index.mdx': [
        `${head}import Part from '@site/docs/guide/_part.mdx';\n\n<Part />\n`,
        `${head}import Part from '@site/docs/parts/_part.mdx';\n\n<Part />\n`,
      ],
    },
    root: 'docs',
    from: 'docs/guide/_part.mdx',
    to: 'docs/parts/_part.mdx',
  },
  'VitePress: front matter, bound attributes and scripts': {
    files: {
      ...vitepress,
      'docs/index.md': [
        '---\nlayout: home\nhero:\n  name: guide/install\n  actions:\n    - text: Go\n      link: /guide/install#x\nfeatures:\n  - link: ./guide/install.md\nnext: "/guide/install"\n---\n\n<script setup>\nimport Part from \'./guide/install.md\'\n</script>\n\n<Card link="/guide/install" :to="\'/guide/install\'" />\n',
        '---\nlayout: home\nhero:\n  name: guide/install\n  actions:\n    - text: Go\n      link: /start/setup#x\nfeatures:\n  - link: ./start/setup.md\nnext: "/start/setup"\n---\n\n<script setup>\nimport Part from \'./start/setup.md\'\n</script>\n\n<Card link="/start/setup" :to="\'/start/setup\'" />\n',
      ],
      'docs/guide/v.mp4': 'x',
      'docs/guide/p.png': 'x',
      'docs/guide/_side.md': 'Side.\n',
      'docs/guide/install.md': [
        `${head}<!--@include: ./_side.md{1,2}-->\n\n<video src="v.mp4" poster="./p.png"><source srcset="p.png 1x, ./p.png 2x"></video>\n\n<<< ./_side.md\n`,
        `${head}<!--@include: ../guide/_side.md{1,2}-->\n\n<video src="../guide/v.mp4" poster="../guide/p.png"><source srcset="../guide/p.png 1x, ../guide/p.png 2x"></video>\n\n<<< ../guide/_side.md\n`,
      ],
    },
    root: 'docs',
    from: 'docs/guide/install.md',
    to: 'docs/start/setup.md',
  },
  'VitePress: an included part': {
    files: {
      ...vitepress,
      'docs/guide/part.md': 'Part.\n',
      'docs/index.md': [
        `${head}<!--@include: ./guide/part.md-->\n\n<!-- @include: @/guide/part.md -->\n`,
        `${head}<!--@include: ./parts/part.md-->\n\n<!-- @include: @/parts/part.md -->\n`,
      ],
    },
    root: 'docs',
    from: 'docs/guide/part.md',
    to: 'docs/parts/part.md',
  },
  'GitBook: blocks, includes and redirects': {
    files: {
      ...gitbook,
      '.gitbook.yaml': [
        'root: ./\n\nredirects:\n  old/page: guide/install.md\n',
        'root: ./\n\nredirects:\n  old/page: start/setup.md\n  guide/install: start/setup.md\n',
      ],
      '.gitbook/includes/part.md': 'Part.\n',
      'README.md': [
        '# Home\n\n{% content-ref url="guide/install.md" %}\n[install](guide/install.md)\n{% endcontent-ref %}\n',
        '# Home\n\n{% content-ref url="start/setup.md" %}\n[install](start/setup.md)\n{% endcontent-ref %}\n',
      ],
      'guide/install.md': [
        '# Install\n\n{% file src="../.gitbook/assets/a.pdf" %}\n\n{% include "../.gitbook/includes/part.md" %}\n',
        '# Install\n\n{% file src="../.gitbook/assets/a.pdf" %}\n\n{% include "../.gitbook/includes/part.md" %}\n',
      ],
    },
    root: '',
    from: 'guide/install.md',
    to: 'start/setup.md',
  },
  'GitBook: to another depth': {
    files: {
      ...gitbook,
      '.gitbook.yaml': 'root: ./\n',
      '.gitbook/includes/part.md': 'Part.\n',
      'README.md': '# Home\n',
      'guide/install.md': [
        '# Install\n\n{% file src="../.gitbook/assets/a.pdf" %}\n\n{% include "../.gitbook/includes/part.md" %}\n',
        '# Install\n\n{% file src=".gitbook/assets/a.pdf" %}\n\n{% include ".gitbook/includes/part.md" %}\n',
      ],
    },
    root: '',
    from: 'guide/install.md',
    to: 'setup.md',
  },
  'mdBook: included listings': {
    files: {
      ...book,
      'listings/main.rs': 'fn main() {}\n',
      'src/guide/side.md': 'Side.\n',
      'src/index.md': '# Home\n',
      'src/guide/install.md': [
        '# Install\n\n```rust\n{{#include ../../listings/main.rs:1:2}}\n```\n\n{{#include side.md}}\n',
        '# Install\n\n```rust\n{{#include ../listings/main.rs:1:2}}\n```\n\n{{#include guide/side.md}}\n',
      ],
    },
    root: 'src',
    from: 'src/guide/install.md',
    to: 'src/setup.md',
  },
  'MkDocs: snippets by the paths of the repository and of the docs': {
    files: {
      'mkdocs.yml': 'site_name: x\n',
      'docs/index.md': [
        '# Home\n\n--8<-- "docs/guide/install.md"\n\n{% include-markdown "./guide/install.md" %}\n',
        '# Home\n\n--8<-- "docs/setup.md"\n\n{% include-markdown "./setup.md" %}\n',
      ],
      'docs/more/a.md': ['# A\n\n--8<-- "guide/install.md"\n', '# A\n\n--8<-- "setup.md"\n'],
      'docs/guide/part.md': 'Part.\n',
      'docs/guide/install.md': [
        '# Install\n\n--8<-- "docs/guide/part.md"\n',
        '# Install\n\n--8<-- "docs/guide/part.md"\n',
      ],
    },
    root: 'docs',
    from: 'docs/guide/install.md',
    to: 'docs/setup.md',
  },
  'Mintlify: a snippet that pages import from the root': {
    files: {
      'docs.json': '{"navigation":{"pages":["index","guide/a"]}}',
      'snippets/x.mdx': 'Part.\n',
      'index.mdx': [
        `${head}import X from "/snippets/x.mdx";\n\n<X />\n\n<Card href="/guide/a">A</Card>\n`,
        `${head}import X from "/snippets/sub/y.mdx";\n\n<X />\n\n<Card href="/guide/a">A</Card>\n`,
      ],
      'guide/a.mdx': [
        `${head}import X from '../snippets/x.mdx';\n\n<X />\n`,
        `${head}import X from '../snippets/sub/y.mdx';\n\n<X />\n`,
      ],
    },
    root: '',
    from: 'snippets/x.mdx',
    to: 'snippets/sub/y.mdx',
  },
  'AsciiDoc: images without a folder, and with one': {
    files: {
      'docs/index.adoc': '= Home\n',
      'docs/guide/a.png': 'x',
      'docs/guide/install.adoc': [
        '= Install\n\nimage::a.png[a]\n',
        '= Install\n\nimage::../guide/a.png[a]\n',
      ],
    },
    root: 'docs',
    from: 'docs/guide/install.adoc',
    to: 'docs/start/setup.adoc',
  },
};

const side = (files: Scene['files'], nth: 0 | 1) =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, Array.isArray(text) ? text[nth]! : text]),
  );

describe('what moves along with a page besides its Markdown links', () => {
  for (const [name, { files, root, from, to }] of Object.entries(scenes)) {
    test(name, async (t) => {
      const context = toolContextOf(await workspaceOf(t, side(files, 0), root), checker);
      const { workspace } = context;
      const moved = await runTool('move_file', JSON.stringify({ from, to }), context);
      assert.equal(moved.ok, true, moved.output);
      const overlay = workspace.overlay();
      const after = side(files, 1);
      for (const [file, text] of Object.entries(files)) {
        const place = file === from ? to : file;
        if (Array.isArray(text)) assert.equal(overlay[place] ?? text[0], after[file], place);
      }
      const findings = (await runTool('validate', '{}', context)).output.split('\n');
      assert.deepEqual(findings.filter((line) => /\[(?:links|anchors|images|references)\]/.test(line)), []); // prettier-ignore
      assert.deepEqual(await checkCode(workspace, checker, context.allowed, Object.keys(overlay)), []);
    });
  }
});

const move = async (
  t: Parameters<typeof workspaceOf>[0],
  files: Scene['files'],
  [from, to]: [string, string],
) => {
  const context = toolContextOf(await workspaceOf(t, side(files, 0), 'docs'), checker);
  return { context, moved: await runTool('move_file', JSON.stringify({ from, to }), context) };
};

test('a bundle with files beside its page stays; one without them moves', async (t) => {
  const files = { 'docs/hugo.toml': '', 'docs/content/_index.md': head, 'docs/content/a/index.md': head };
  const paths: [string, string] = ['docs/content/a/index.md', 'docs/content/b/index.md'];
  assert.equal((await move(t, files, paths)).moved.ok, true);
  const { moved, context } = await move(t, { ...files, 'docs/content/a/img/x.png': 'x' }, paths);
  assert.deepEqual([moved.ok, /\(img\/x\.png\).* a person /.test(moved.output)], [false, true], moved.output);
  assert.deepEqual(context.workspace.overlay(), {});
});

test('a new name that differs by case alone: links follow, and no redirect leads to itself', async (t) => {
  const files = { 'docs/Guide.md': '# G\n', 'docs/index.md': '# H\n\n[g](Guide.md)\n' };
  const host = { ...vitepress, ...files, 'docs/public/_redirects': '/x /y 301\n' };
  const { moved, context } = await move(t, host, ['docs/Guide.md', 'docs/guide.md']);
  assert.equal(moved.ok, true, moved.output);
  assert.match(moved.output, /No redirect was left from \/Guide/);
  const { 'docs/index.md': home, ...others } = context.workspace.overlay();
  assert.equal(home, '# H\n\n[g](guide.md)\n');
  assert.deepEqual(others, { 'docs/Guide.md': null, 'docs/guide.md': '# G\n' });
  assert.equal((await runTool('validate', '{}', context)).output, 'Nothing is broken.');
});

test('redirects: none that closes a loop, and one that only adds a slash hides no page', async (t) => {
  const files = { ...vitepress, 'docs/index.md': '# H\n', 'docs/a.md': '# A\n' };
  const redirects = (lines: string) => ({ ...files, 'docs/public/_redirects': lines });
  const back = await move(t, redirects('/b.html /mid 301\n/mid /a.html 301\n'), ['docs/a.md', 'docs/b.md']);
  assert.match(back.moved.output, /already sends \/b\.html there\. Remove that one first/);
  assert.match((await runTool('validate', '{}', back.context)).output, /A redirect sends its address \/b to/);
  const slash = await move(t, redirects('/b /b/ 301\n'), ['docs/a.md', 'docs/b.md']);
  assert.match(slash.moved.output, /A redirect from \/a\.html is in docs\/public\/_redirects/);
  assert.equal((await runTool('validate', '{}', slash.context)).output, 'Nothing is broken.');
});
