import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { runTool } from './tools.ts';

const page = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\n${more}---\n\n${body}\n\nLine one.\n\nLine two.\n\nLine three.\n`;

type Scene = {
  config: Record<string, string>;
  root: string;
  from: string;
  to: string;
  /** The page with links to `from`, and what they are written as before and after. */
  page: string;
  links: [before: string, after: string][];
};

const scenes: Record<string, Scene> = {
  'Docusaurus: a prefix, a base path, numbers of files': {
    config: {
      'docusaurus.config.js':
        "module.exports = { title: 'x', url: 'https://x.org', baseUrl: '/site/', presets: [['classic', { docs: {} }]] };",
    },
    root: 'docs',
    from: 'docs/01-guide/02-install.md',
    to: 'docs/02-use/03-setup.md',
    page: 'docs/index.md',
    links: [
      ['/docs/guide/install', '/docs/use/setup'],
      ['/site/docs/guide/install#x', '/site/docs/use/setup#x'],
      ['/docs/guide/install/', '/docs/use/setup/'],
      ['./01-guide/02-install.md', './02-use/03-setup.md'],
    ],
  },
  'Hugo: a language folder, and addresses from the page': {
    config: {
      'hugo.toml': 'baseURL = "https://x.org/"\ntitle = "x"\n[languages.en]\ncontentDir = "content/en"\n',
    },
    root: 'content',
    from: 'content/en/docs/install.md',
    to: 'content/en/docs/start/setup.md',
    page: 'content/en/docs/use.md',
    links: [
      ['/docs/install/#x', '/docs/start/setup/#x'],
      ['../install/', '../start/setup/'],
      ['install.md', 'start/setup.md'],
    ],
  },
  'Jekyll: a collection': {
    config: {
      '_config.yml': 'title: x\ncollections:\n  docs:\n    output: true\n    permalink: /docs/:path/\n',
    },
    root: '',
    from: '_docs/install.md',
    to: '_docs/start/setup.md',
    page: '_docs/use.md',
    links: [
      ['/docs/install/', '/docs/start/setup/'],
      ['../install/', '../start/setup/'],
    ],
  },
  'Hugo: shortcodes that name a page': {
    config: { 'hugo.toml': 'baseURL = "https://x.org/"\ntitle = "x"\n' },
    root: 'content',
    from: 'content/docs/install.md',
    to: 'content/docs/start/setup.md',
    page: 'content/docs/use.md',
    links: [
      ['{{< relref "install.md#x" >}}', '{{< relref "/docs/start/setup.md#x" >}}'],
      ['{{< ref "/docs/install" >}}', '{{< ref "/docs/start/setup" >}}'],
      ['{{% relref install %}}', '{{% relref /docs/start/setup %}}'],
      ['`{{< ref "install" >}}`', '`{{< ref "install" >}}`'],
    ],
  },
  'Jekyll: tags and filters': {
    config: {
      '_config.yml': 'title: x\ncollections:\n  docs:\n    output: true\n    permalink: /docs/:path/\n',
    },
    root: '',
    from: '_docs/install.md',
    to: '_docs/start/setup.md',
    page: 'index.md',
    links: [
      ["{{ '/docs/install/#x' | relative_url }}", "{{ '/docs/start/setup/#x' | relative_url }}"],
      ['{{ site.baseurl }}{% link _docs/install.md %}', '{{ site.baseurl }}{% link _docs/start/setup.md %}'],
    ],
  },
  'VitePress: a source folder': {
    config: { 'docs/.vitepress/config.mts': "export default { cleanUrls: true, srcDir: 'src' }" },
    root: 'docs',
    from: 'docs/src/guide/install.md',
    to: 'docs/src/start/setup.md',
    page: 'docs/src/index.md',
    links: [
      ['/guide/install', '/start/setup'],
      ['/guide/install.md#x', '/start/setup.md#x'],
      ['./guide/install.md', './start/setup.md'],
    ],
  },
  'Starlight: a base path': {
    config: {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { base: '/docs', integrations: [starlight({ title: 'x' })] };\n",
    },
    root: 'src/content/docs',
    from: 'src/content/docs/guide/install.md',
    to: 'src/content/docs/start/setup.md',
    page: 'src/content/docs/index.md',
    links: [['/docs/guide/install/#x', '/docs/start/setup/#x']],
  },
  'mdBook: pages of the build, and a redirect in a configuration without an output': {
    config: {
      'book.toml': '[book]\ntitle = "x"\n',
      'src/SUMMARY.md': '# Summary\n\n- [Home](index.md)\n- [Install](guide/install.md)\n',
    },
    root: 'src',
    from: 'src/guide/install.md',
    to: 'src/setup.md',
    page: 'src/index.md',
    links: [
      ['guide/install.html#x', 'setup.html#x'],
      ['guide/install.md', 'setup.md'],
    ],
  },
};

describe('links to a page that moves lead to its new address, each in its own form', () => {
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, async (t) => {
      const linked = (nth: 0 | 1) =>
        page('Home', scene.links.map((link) => `[link](${link[nth]})`).join('\n\n'));
      const files = { ...scene.config, [scene.page]: linked(0), [scene.from]: page('Install', '## X') };
      const context = toolContextOf(await workspaceOf(t, files, scene.root));
      const moved = await runTool('move_file', JSON.stringify({ from: scene.from, to: scene.to }), context);
      assert.equal(moved.ok, true, moved.output);
      assert.equal(await context.workspace.read(scene.page), linked(1));
      const broken = (await runTool('validate', '{}', context)).output.split('\n');
      assert.deepEqual(broken.filter((line) => /\[(?:links|anchors)\]/.test(line)), []); // prettier-ignore
      if (name.startsWith('mdBook')) {
        assert.match(
          await context.workspace.read('book.toml'),
          /"\/guide\/install\.html" = "\.\.\/setup\.html"/,
        );
        assert.deepEqual(broken, ['Nothing is broken.'], 'the redirect counts');
      }
    });
  }

  test('templates that name a page which goes, or a heading, are found', async (t) => {
    const shown = async (files: Record<string, string>, root: string, path: string) => {
      const context = toolContextOf(await workspaceOf(t, files, root));
      await runTool('delete_file', JSON.stringify({ path }), context);
      return (await runTool('validate', '{}', context)).output
        .split('\n')
        .filter((line) => /links/.test(line));
    };
    const hugo = {
      'hugo.toml': 'title = "x"\n',
      'content/use.md': page('Use', '[a]({{< relref "install#x" >}})'),
      'content/install.md': page('Install', '## X'),
    };
    assert.deepEqual(await shown(hugo, 'content', 'content/install.md'), [
      'content/use.md:5 [links] The link install#x leads to no page.',
    ]);
    const jekyll = {
      '_config.yml': 'title: x\n',
      'index.md': page('Home', "[a]({% link install.md %}) [b]({{ '/install' | relative_url }})"),
      'install.md': page('Install', '## X'),
    };
    assert.deepEqual(await shown(jekyll, '', 'install.md'), [
      'index.md:5 [links] The link install.md leads to no page.',
      'index.md:5 [links] The link /install leads to no page.',
    ]);
    // Another framework's pages only write about them.
    const plain = { 'index.md': page('Home', '{{< ref "gone" >}}'), 'install.md': page('Install', 'Text.') };
    assert.deepEqual(await shown(plain, '', 'install.md'), []);
  });

  test('a page that names its own address keeps the links to it', async (t) => {
    const files = {
      'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: {} }]] };",
      'docs/index.md': page('Home', '[link](/docs/start)'),
      'docs/guide/install.md': page('Install', 'Text.', 'slug: /start\n'),
    };
    const context = toolContextOf(await workspaceOf(t, files, 'docs'));
    const input = { from: 'docs/guide/install.md', to: 'docs/use/install.md' };
    await runTool('move_file', JSON.stringify(input), context);
    assert.equal('docs/index.md' in context.workspace.overlay(), false);
  });

  test('a link with the site’s host in it stays, and the redirect serves it', async (t) => {
    const files = {
      'hugo.toml': 'baseURL = "https://docs.example.com/"\n',
      'content/news.md': page('News', '[install](https://docs.example.com/guide/install/)'),
      'content/guide/install.md': page('Install', 'Text.'),
    };
    const context = toolContextOf(await workspaceOf(t, files, 'content'));
    const input = { from: 'content/guide/install.md', to: 'content/use/install.md' };
    await runTool('move_file', JSON.stringify(input), context);
    const overlay = context.workspace.overlay();
    assert.equal('content/news.md' in overlay, false);
    assert.match(String(overlay['content/use/install.md']), /aliases:\s+- \/guide\/install/);
  });

  test('a page moves that more pages link to than a job may edit, and then no more may be edited', async (t) => {
    const linking = Array.from({ length: 60 }, (_, at) => [
      `docs/p${at}.md`,
      page(`P${at}`, '[link](install.md)'),
    ]);
    const files = {
      'mkdocs.yml': 'site_name: x\nnav:\n  - index.md\n  - install.md\n',
      'docs/index.md': page('Home', 'Text.'),
      'docs/other.md': page('Other', 'Text.'),
      'docs/install.md': page('Install', 'Text.'),
      ...Object.fromEntries(linking),
    };
    const context = toolContextOf(await workspaceOf(t, files, 'docs'));
    const input = { from: 'docs/install.md', to: 'docs/start/install.md' };
    const moved = await runTool('move_file', JSON.stringify(input), context);
    assert.equal(moved.ok, true, moved.output);
    const overlay = context.workspace.overlay();
    assert.equal(Object.keys(overlay).length, 63);
    assert.match(overlay['docs/p59.md']!, /\(start\/install\.md\)/);
    assert.match(overlay['mkdocs.yml']!, /- start\/install\.md/);
    await assert.rejects(context.workspace.write('docs/other.md', 'x'), /at most 50 files/);
    await context.workspace.write('docs/p1.md', page('P1', '[link](start/install.md) more'));
  });

  test('links that a move rewrites have a bound of their own', async (t) => {
    const { workspace } = toolContextOf(await workspaceOf(t, { 'a.md': 'x' }));
    for (let at = 0; at < 500; at++) await workspace.repair(`p${at}.md`, 'x');
    await assert.rejects(workspace.repair('one-more.md', 'x'), /at most 500 files/);
  });
});
