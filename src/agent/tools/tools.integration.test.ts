import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { createChecker } from '../checks/checker.ts';
import type { Workspace } from '../workspace.ts';
import type { ToolContext } from './tool.ts';
import { runTool, toolDeclarations } from './tools.ts';

const contextOf = (workspace: Workspace) => toolContextOf(workspace);
const call = (context: ToolContext, name: string, input: unknown) =>
  runTool(name, JSON.stringify(input), context);

describe('edit_file', () => {
  test('replaces a text that occurs once, and keeps the line ends of the file', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': 'one\r\ntwo\r\nthree\r\n' }));
    const outcome = await call(context, 'edit_file', { path: 'a.md', old: 'two\nthree', new: '2\n3' });
    assert.deepEqual(outcome, { ok: true, output: 'Replaced one place in a.md.', summary: 'a.md' });
    assert.deepEqual(context.workspace.overlay(), { 'a.md': 'one\r\n2\r\n3\r\n' });
  });

  test('keeps the line ends of each line where they differ', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': 'one\ntwo\r\nthree\r\n\nfour\r\n' }));
    await call(context, 'edit_file', { path: 'a.md', old: 'three', new: '3\n4' });
    assert.deepEqual(context.workspace.overlay(), { 'a.md': 'one\ntwo\r\n3\r\n4\r\n\nfour\r\n' });
  });

  test('a miss shows what really stands there, or says that the work is done', async (t) => {
    const context = contextOf(
      await workspaceOf(t, { 'a.md': '# Set  up\n\nRun the installer first.\n\nDone $1.\n' }),
    );
    const near = await call(context, 'edit_file', {
      path: 'a.md',
      old: 'Run the installer  first!',
      new: 'x',
    });
    assert.match(near.output, /From line 3 it reads:\nRun the installer first\./);
    const spaces = await call(context, 'edit_file', { path: 'a.md', old: '# Set up', new: 'x' });
    assert.match(spaces.output, /From line 1 it reads:\n# Set {2}up/);
    assert.match(
      (await call(context, 'edit_file', { path: 'a.md', old: 'zzz qqq', new: 'x' })).output,
      /no such text/,
    );
    await call(context, 'edit_file', { path: 'a.md', old: 'Done $1.', new: "Done $& $' $1!" });
    assert.match(
      (await call(context, 'edit_file', { path: 'a.md', old: 'Done $1.', new: "Done $& $' $1!" })).output,
      /already/,
    );
    assert.match(await context.workspace.read('a.md'), /Done \$& \$' \$1!/, 'replacement marks mean nothing');
  });

  test('several places are named by line unless all are meant', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': 'x\ny\nx\n' }));
    const refused = await call(context, 'edit_file', { path: 'a.md', old: 'x', new: 'z' });
    assert.deepEqual([refused.ok, /2 times, on lines 1, 3/.test(refused.output)], [false, true]);
    await call(context, 'edit_file', { path: 'a.md', old: 'x', new: 'z', all: true });
    assert.equal(await context.workspace.read('a.md'), 'z\ny\nz\n');
  });
});

describe('move_file', () => {
  test('rewrites links to the page, its own links and the navigation, each in its own style', async (t) => {
    const files = {
      'docs/mkdocs.yml': '# kept\nnav:\n  - Home: index.md\n  - guide/old.md\n',
      'docs/index.md':
        '# Home\n\n[a](guide/old.md) [b](./guide/old#set-up) [c](/guide/old) [d](/guide/old/) `guide/old.md`\n\n[r]: guide/old.md "t"\n',
      'docs/guide/other.md': '# Other\n\n[o](old.md?x=1#set-up)\n',
      'docs/guide/old.md':
        '# Old\n\n## Set up\n\n[h](../index.md) [o](other.md) ![i](../img/a.png) [s](#set-up) [self](old.md)\n',
      'docs/img/a.png': new Uint8Array([1]),
    };
    const context = contextOf(await workspaceOf(t, files, 'docs'));
    const outcome = await call(context, 'move_file', { from: 'docs/guide/old.md', to: 'docs/start/new.md' });
    assert.equal(outcome.ok, true, outcome.output);
    const overlay = context.workspace.overlay();
    assert.equal(
      overlay['docs/index.md'],
      '# Home\n\n[a](start/new.md) [b](./start/new#set-up) [c](/start/new) [d](/start/new/) `guide/old.md`\n\n[r]: start/new.md "t"\n',
    );
    assert.equal(overlay['docs/guide/other.md'], '# Other\n\n[o](../start/new.md?x=1#set-up)\n');
    assert.equal(
      overlay['docs/start/new.md'],
      '# Old\n\n## Set up\n\n[h](../index.md) [o](../guide/other.md) ![i](../img/a.png) [s](#set-up) [self](new.md)\n',
    );
    assert.equal(overlay['docs/guide/old.md'], null);
    assert.equal(overlay['docs/mkdocs.yml'], '# kept\nnav:\n  - Home: index.md\n  - start/new.md\n');
    assert.equal(
      (await call(context, 'validate', {})).output,
      'docs/guide/old.md [redirects] Its address /guide/old has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.',
    );
  });
});

describe('a page that moves', () => {
  test('to an address that a redirect sends elsewhere is found', async (t) => {
    const files = {
      'docs.json':
        '{ "name": "Docs", "navigation": { "pages": ["b"] }, "redirects": [{ "source": "/a", "destination": "/b" }] }',
      'b.md': '# B\n\nText.\n',
    };
    const context = contextOf(await workspaceOf(t, files));
    await call(context, 'move_file', { from: 'b.md', to: 'a.md' });
    const found = await call(context, 'validate', {});
    assert.match(
      found.output,
      /^a\.md \[redirects\] A redirect sends its address \/a to \S+, which hides the page/m,
    );
  });

  test('has the faults that it had, and those are not new', async (t) => {
    const files = {
      'a.mdx': '# A\n\n[b](b.mdx#none)\n',
      'b.mdx':
        "import Gone from './gone'\n\nText without a title.\n\n[x](nowhere.md) ![](no.png)\n\n<Gone /> <Other />\n\n{broken(\n\nMore.\n",
      'c.mdx': '# C\n',
      'd.mdx': '# D\n',
    };
    const context = contextOf(await workspaceOf(t, files));
    const moved = await call(context, 'move_file', { from: 'b.mdx', to: 'guide/e.mdx' });
    assert.equal(moved.ok, true, moved.output);
    assert.match((await context.workspace.read('a.mdx')).toString(), /guide\/e\.mdx#none/);
    assert.equal((await call(context, 'validate', {})).output, 'Nothing is broken.');
    await call(context, 'edit_file', { path: 'guide/e.mdx', old: 'More.', new: '[y](nothing.md)' });
    assert.match((await call(context, 'validate', {})).output, /^guide\/e\.mdx.*nothing\.md/);
  });

  test('keeps its code, however many pages have some like it', async (t) => {
    const others = Array.from({ length: 30 }, (_, n) => [
      `docs/${n}.mdx`,
      `---\ntitle: The Demo of ${n}\n---\n\nA Demo.\n`,
    ]);
    const files = { ...Object.fromEntries(others), 'docs/z.mdx': '---\ntitle: Z\n---\n\n<Demo />\n' };
    const context = contextOf(await workspaceOf(t, files, 'docs'));
    const moved = await call(context, 'move_file', { from: 'docs/z.mdx', to: 'docs/y.mdx' });
    assert.equal(moved.ok, true, moved.output);
  });

  test('takes its labels along: references to them stay', async (t) => {
    const files = {
      'conf.py': "extensions = ['myst_parser']\n",
      'index.md': '# Home\n\n```{toctree}\nuse\n```\n\n{ref}`use` and {doc}`use`\n',
      'use.md': '(use)=\n# Use\n',
    };
    const context = contextOf(await workspaceOf(t, files));
    await call(context, 'move_file', { from: 'use.md', to: 'apply.md' });
    assert.match(await context.workspace.read('index.md'), /apply\n```\n\n\{ref\}`use` and \{doc\}`apply`/);
  });
});

describe('pages of other formats', () => {
  test('reStructuredText: links, labels, toctree and redirect follow a move; what is lost or runs is found', async (t) => {
    const files = {
      'docs/conf.py': 'extensions = ["sphinx_reredirects"]\nredirects = {\n    "old": "use.html",\n}\n',
      'docs/index.rst':
        'Home\n====\n\n.. toctree::\n\n   use\n   start\n\nSee :doc:`use`, :doc:`how to use it </use>`, :ref:`set-up` and `self <use.html>`_.\n\n::\n\n   :doc:`gone`\n',
      'docs/use.rst':
        'Use\n===\n\n.. _set-up:\n\nSet up\n------\n\n:doc:`start`, :doc:`/index`\n\n.. image:: img/a.png\n',
      'docs/start.rst': 'Start\n=====\n\nText.\n',
      'docs/img/a.png': new Uint8Array([1]),
    };
    const context = contextOf(await workspaceOf(t, files, 'docs'));
    const moved = await call(context, 'move_file', { from: 'docs/use.rst', to: 'docs/guide/use.rst' });
    assert.equal(moved.ok, true, moved.output);
    const read = (path: string) => context.workspace.read(path);
    assert.equal(
      await read('docs/index.rst'),
      files['docs/index.rst']
        .replace('   use\n', '   guide/use\n')
        .replace(':doc:`use`', ':doc:`guide/use`')
        .replace('</use>', '</guide/use>')
        .replace('<use.html>', '<guide/use.html>'),
    );
    assert.match(
      await read('docs/guide/use.rst'),
      /:doc:`..\/start`, :doc:`\/index`[^]*image:: ..\/img\/a\.png/,
    );
    assert.match(await read('docs/conf.py'), /"use": "guide\/use\.html",\n\}/);
    assert.equal((await call(context, 'validate', {})).output, 'Nothing is broken.');
    const edit = (old: string, text: string, path = 'docs/guide/use.rst') =>
      call(context, 'edit_file', { path, old, new: text });
    for (const evil of [
      '.. raw:: html\n\n   <script src="https://evil.test/x.js"></script>\n',
      '.. literalinclude:: ../../../etc/passwd\n',
      '.. exec::\n\n   import os\n',
      '.. image:: https://evil.test/pixel.png\n',
    ]) {
      const refused = await edit('Use\n===\n', `Use\n===\n\n${evil}`);
      assert.deepEqual([refused.ok, /New /.test(refused.output)], [false, true], evil);
    }
    await edit('.. _set-up:\n\n', '');
    await edit(':doc:`../start`', ':doc:`../begin`');
    assert.deepEqual((await call(context, 'validate', {})).output.split('\n'), [
      'docs/guide/use.rst:7 [links] The link ../begin leads to no page.',
      'docs/index.rst:9 [anchors] There is no label for the reference set-up.',
    ]);
  });

  test('AsciiDoc: the same by module, with the alias in the page', async (t) => {
    const files = {
      'antora.yml': 'name: d\nversion: ~\nnav:\n  - modules/ROOT/nav.adoc\n',
      'modules/ROOT/nav.adoc': '* xref:index.adoc[]\n* xref:use.adoc[Use]\n',
      'modules/ROOT/pages/index.adoc':
        '= Home\n\nSee xref:use.adoc#start[use], <<more>>.\n\n[#more]\n== More\n\n----\nxref:gone.adoc[]\n----\n',
      'modules/ROOT/pages/use.adoc':
        '= Use\n:x: y\n\n[#start]\n== Set up\n\nxref:index.adoc[Home] <<start,here>>\n',
      'modules/api/pages/list.adoc': '= API\n\nxref:ROOT:use.adoc[use]\n',
    };
    const context = contextOf(await workspaceOf(t, files));
    const input = { from: 'modules/ROOT/pages/use.adoc', to: 'modules/api/pages/use.adoc' };
    const moved = await call(context, 'move_file', input);
    assert.equal(moved.ok, true, moved.output);
    const read = (path: string) => context.workspace.read(path);
    assert.equal(await read('modules/ROOT/nav.adoc'), '* xref:index.adoc[]\n* xref:api:use.adoc[Use]\n');
    assert.match(await read('modules/ROOT/pages/index.adoc'), /xref:api:use\.adoc#start\[/);
    assert.match(await read('modules/api/pages/list.adoc'), /xref:use\.adoc\[/);
    assert.match(
      await read(input.to),
      /^= Use\n:page-aliases: ROOT:use\.adoc\n:x: y\n[^]*xref:ROOT:index\.adoc\[Home\] <<start,here>>/,
    );
    assert.equal((await call(context, 'validate', {})).output, 'Nothing is broken.');
    const edit = (old: string, text: string) =>
      call(context, 'edit_file', { path: input.to, old, new: text });
    assert.equal((await edit('== Set up', '++++\n<script>x()</script>\n++++\n\n== Set up')).ok, false);
    await edit('[#start]\n', '');
    assert.match((await call(context, 'validate', {})).output, /index\.adoc:3 \[anchors\].*"start"/);
  });
});

describe('the navigation', () => {
  test('is shown, and takes a page beside another one; everything else of its file stays', async (t) => {
    const before =
      '{\n    "name": "Docs",\n    "navigation": { "pages": ["a"] },\n    "colors": { "primary": "#fff" }\n}\n';
    const context = contextOf(await workspaceOf(t, { 'docs.json': before, 'a.md': '# A', 'b.md': '# B' }));
    assert.match((await call(context, 'get_navigation', {})).output, /^docs\.json:\n- A \(a\.md\)$/);
    const placed = await call(context, 'place_page', { page: 'b.md', after: 'a.md' });
    assert.deepEqual(placed, { ok: true, output: 'b.md is in docs.json.', summary: 'b.md' });
    assert.equal(context.workspace.overlay()['docs.json'], before.replace('["a"]', '["a", "b"]'));
    await call(context, 'delete_file', { path: 'a.md', redirectTo: 'b.md' });
    assert.deepEqual(JSON.parse(await context.workspace.read('docs.json')), {
      name: 'Docs',
      navigation: { pages: ['b'] },
      colors: { primary: '#fff' },
      redirects: [{ source: '/a', destination: '/b' }],
    });
  });

  test('of a configuration nothing else can change, and nothing that runs gets in', async (t) => {
    const config = `import { defineConfig } from 'vitepress'\nexport default defineConfig({\n  title: 'Docs',\n  themeConfig: {\n    sidebar: [{ text: 'A', link: '/a' }],\n  },\n})\n`;
    const files = { 'docs/.vitepress/config.ts': config, 'docs/a.md': '# A', 'docs/b.md': '# B' };
    const context = contextOf(await workspaceOf(t, files, 'docs'));
    const path = 'docs/.vitepress/config.ts';
    const edit = (old: string, text: string) => call(context, 'edit_file', { path, old, new: text });
    for (const [old, text] of [
      ["'Docs'", "'Other'"],
      ["link: '/a' }", "link: '/a' }, { text: process.env.KEY, link: '/b' }"],
      ["text: 'A'", "text: fetch('https://evil.test')"],
      ["link: '/a' }", "link: 'https://evil.test' }"],
      ['import { defineConfig', "import 'evil'\nimport { defineConfig"],
      ["link: '/a' }],", "link: '/a' }"],
    ] as const) {
      const refused = await edit(old, text);
      assert.deepEqual([refused.ok, /only the navigation/.test(refused.output)], [false, true], text);
    }
    const own = "{ text: 'More', items: [{ text: 'B', link: '/b' }] }";
    assert.equal((await edit("link: '/a' }", `link: '/a' }, ${own}`)).ok, true);
    const moved = await call(context, 'move_file', { from: 'docs/b.md', to: 'docs/c/d.md' });
    assert.match(moved.output, /config\.ts.*No redirect was left from \/b\.html/);
    assert.match(await context.workspace.read(path), /link: '\/c\/d'/);
    assert.equal((await call(context, 'validate', {})).output, 'Nothing is broken.');
  });
});

test('a redirect whose address would end a string of the configuration is left out', async (t) => {
  const config =
    'export default { presets: [["classic", {}]], plugins: [["@docusaurus/plugin-client-redirects", { redirects: [{ from: "/x", to: "/docs/a" }] }]] }\n';
  const files = { 'docusaurus.config.js': config, 'docs/a.mdx': '# A\n' };
  for (const to of ['docs/a"-eval(name)-".mdx', 'docs/b.mdx']) {
    const context = contextOf(await workspaceOf(t, files));
    const { output } = await call(context, 'move_file', { from: 'docs/a.mdx', to });
    const isLeft = to === 'docs/b.mdx';
    assert.match(
      output,
      isLeft ? /A redirect from \/docs\/a is in docusaurus\.config\.js/ : /No redirect was left/,
    );
    assert.equal((await context.workspace.read('docusaurus.config.js')) === config, !isLeft);
  }
});

test('a navigation that is too long to be shown says so', async (t) => {
  const names = Array.from({ length: 1_000 }, (_, nth) => `guide/a-page-with-a-long-name-${nth}`);
  const files = {
    'index.md': '# Home\n',
    'docs.json': JSON.stringify({ navigation: { pages: ['index', ...names] } }),
    ...Object.fromEntries(names.map((name) => [`${name}.md`, '# A page with a long title as well\n'])),
  };
  const shown = await call(contextOf(await workspaceOf(t, files)), 'get_navigation', {});
  assert.match(shown.output, /\n… cut here\. Read the rest with read_file: docs\.json$/);
});

describe('a navigation file that is made to hang its reader', () => {
  // The parser compares each key with all before it.
  const hostile = Array.from({ length: 50_000 }, (_, nth) => `k${nth}: v\n`).join('');
  test('holds up nobody: it is given up in its process, and the tools say so', async (t) => {
    const quick = createChecker({ cpuLimit: 500, maxMegabytes: 512 });
    t.after(() => quick.close());
    const workspace = await workspaceOf(t, { '_toc.yml': hostile, 'a.md': '# A\n', 'b.md': '# B\n' });
    const context = contextOf({ ...workspace, checker: quick });
    for (const [name, input] of Object.entries({
      get_navigation: {},
      place_page: { page: 'a.md', after: 'b.md' },
    })) {
      const outcome = await call(context, name, input);
      assert.deepEqual([outcome.ok, /too long/.test(outcome.output)], [false, true], outcome.output);
    }
  });

  test('that the model broke is refused in words, and input without end too', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'docs.json': '{"navigation":[]}', 'a.md': '# A\n' }));
    await call(context, 'write_file', { path: 'docs.json', content: '{"navigation":' });
    const shown = await call(context, 'get_navigation', {});
    assert.deepEqual([shown.ok, /cannot be changed safely/.test(shown.output)], [false, true], shown.output);
    const deep = `{"page":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.match((await runTool('place_page', deep, context)).output, /too deep/);
  });
});

describe('the tools hold', () => {
  test('paths outside of the docs, dotfiles, code and instructions stay closed to every tool', async (t) => {
    const context = contextOf(
      await workspaceOf(
        t,
        {
          'docs/a.md': '# A',
          'src/x.ts': '1',
          'docs/.env': 'K=1',
          '.github/workflows/ci.yml': 'x',
          'docs/AGENTS.md': 'x',
        },
        'docs',
      ),
    );
    const paths = [
      '../x.md',
      'src/x.ts',
      'docs/.env',
      '.github/workflows/ci.yml',
      '/etc/passwd',
      'docs/../src/x.ts',
      '.git/config',
      'docs/AGENTS.md',
      '/proc/self/environ',
    ];
    for (const path of paths) {
      for (const [name, input] of Object.entries({
        write_file: { path, content: 'x' },
        edit_file: { path, old: 'x', new: 'y' },
        delete_file: { path },
        move_file: { from: 'docs/a.md', to: path },
      })) {
        const outcome = await call(context, name, input);
        assert.equal(outcome.ok, false, `${name} ${path}: ${outcome.output}`);
      }
    }
    const secret = ['../x.md', 'docs/.env', '/etc/passwd', 'docs/../src/x.ts', '.git/config'];
    for (const path of secret) assert.equal((await call(context, 'read_file', { path })).ok, false, path);
    for (const path of ['src/x.ts', '.github/workflows/ci.yml', 'docs/AGENTS.md'])
      assert.equal((await call(context, 'read_file', { path })).ok, true, path);
    assert.deepEqual(context.workspace.overlay(), {});
    assert.equal((await call(context, 'list_files', {})).output, 'docs/AGENTS.md\ndocs/a.md');
  });

  test('wrong input, an unknown tool and broken JSON come back as words', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': 'x' }));
    assert.match((await call(context, 'read_file', { path: 1 })).output, /path:/);
    assert.match((await call(context, 'run_shell', { command: 'id' })).output, /no tool/);
    assert.match((await runTool('read_file', '{', context)).output, /not valid JSON/);
  });

  test('at most 50 files and 1 MB may change', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': 'x' }));
    for (let index = 0; index < 50; index++) await context.workspace.write(`p${index}.md`, 'x');
    assert.match(
      (await call(context, 'write_file', { path: 'one-more.md', content: 'x' })).output,
      /at most 50 files/,
    );
    const big = contextOf(await workspaceOf(t, { 'a.md': 'x' }));
    for (const name of ['a', 'b']) await big.workspace.write(`${name}.md`, 'y'.repeat(500_000));
    assert.match(
      (await call(big, 'write_file', { path: 'c.md', content: 'y'.repeat(500_000) })).output,
      /1 MB/,
    );
  });

  test('search and reading are bounded, and texts are not patterns', async (t) => {
    const context = contextOf(await workspaceOf(t, { 'a.md': `${'(a+)+$\n'.repeat(2000)}end`, 'b.md': 'B' }));
    const hits = (await call(context, 'search_text', { text: '(A+)+$' })).output.split('\n');
    assert.deepEqual([hits.length, hits[0]], [61, 'a.md:1: (a+)+$']);
    const read = (await call(context, 'read_file', { path: 'a.md', from: 1999 })).output;
    assert.equal(read, '1999\t(a+)+$\n2000\t(a+)+$\n2001\tend');
    assert.match(
      (await call(context, 'read_file', { path: 'a.md' })).output,
      /1201 more lines: read on with from=801/,
    );
  });

  test('every tool is declared with a schema that names its fields', () => {
    for (const { name, inputSchema } of toolDeclarations) assert.equal(inputSchema.type, 'object', name);
  });
});
