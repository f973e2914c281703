import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
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
      const context = toolContextOf(await workspaceOf(t, side(files, 0), root));
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
      assert.deepEqual(await checkCode(workspace, context.allowed, Object.keys(overlay)), []);
    });
  }
});

describe('moves that take care', () => {
  const move = async (
    t: Parameters<typeof workspaceOf>[0],
    files: Record<string, string>,
    root: string,
    ...moves: [from: string, to: string][]
  ) => {
    const context = toolContextOf(await workspaceOf(t, files, root));
    const said: string[] = [];
    for (const [from, to] of moves)
      said.push((await runTool('move_file', JSON.stringify({ from, to }), context)).output);
    said.push((await runTool('validate', '{}', context)).output);
    return { said, overlay: context.workspace.overlay() };
  };

  test('a page bundle stays, because its pictures would be left behind', async (t) => {
    const files = {
      'hugo.toml': 'baseURL = "https://x.org/"\n',
      'content/a/index.md': `${head}![a](shot.png)\n`,
      'content/a/shot.png': 'x',
      'content/b/index.md': `${head}B.\n`,
    };
    const { said, overlay } = await move(
      t,
      files,
      'content',
      ['content/a/index.md', 'content/c/index.md'],
      ['content/b/index.md', 'content/d/index.md'],
    );
    assert.match(said[0]!, /page bundle.*shot\.png/);
    assert.match(said[1]!, /^Moved/);
    assert.equal('content/c/index.md' in overlay, false);
  });

  test('a page changes only the case of its name: links follow, and no redirect leads to itself', async (t) => {
    const files = {
      'docs/Install.md': `${head}A.\n`,
      'docs/index.md': `${head}[a](Install.md)\n`,
      'docs/public/_redirects': '/x /y 301\n',
      ...vitepress,
    };
    const { said, overlay } = await move(t, files, 'docs', ['docs/Install.md', 'docs/install.md']);
    assert.match(said[0]!, /No redirect was left from \/Install\.html/);
    assert.equal(said.at(-1), 'Nothing is broken.');
    assert.deepEqual(overlay, {
      'docs/Install.md': null,
      'docs/index.md': `${head}[a](install.md)\n`,
      'docs/install.md': `${head}A.\n`,
    });
  });

  test('a page that moves back leaves no redirect that leads in a circle', async (t) => {
    const files = {
      'docs/a.md': `${head}A.\n`,
      'docs/public/_redirects': '/x /y 301\n',
      'docs/.vitepress/config.mts': 'export default { cleanUrls: true }',
    };
    const { said, overlay } = await move(
      t,
      files,
      'docs',
      ['docs/a.md', 'docs/b.md'],
      ['docs/b.md', 'docs/a.md'],
    );
    assert.match(said[0]!, /A redirect from \/a is in/);
    assert.match(said[1]!, /No redirect was left from \/b/);
    assert.equal(overlay['docs/public/_redirects'], '/x /y 301\n/a /b 301\n');
  });

  test('a page takes an address that redirects lead from: back to it, or to the same address with a slash', async (t) => {
    const files = { ...vitepress, 'docs/index.md': '# H\n', 'docs/a.md': '# A\n' };
    const said = async (redirects: string) => {
      const all = { ...files, 'docs/public/_redirects': redirects };
      return (await move(t, all, 'docs', ['docs/a.md', 'docs/b.md'])).said;
    };
    const [back, found] = await said('/b.html /mid 301\n/mid /a.html 301\n');
    assert.match(back!, /already sends \/b\.html there\. Remove that one first/);
    assert.match(found!, /A redirect sends its address \/b to/);
    const [slash, nothing] = await said('/b /b/ 301\n');
    assert.match(slash!, /A redirect from \/a\.html is in docs\/public\/_redirects/);
    assert.equal(nothing, 'Nothing is broken.');
  });
});
