import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { runTool } from './tools.ts';

type Scene = {
  root: string;
  files: Record<string, string>;
  /** The file with the navigation, and the ending of pages. */
  file: string;
  ending: string;
  /** The folder of `use`, `install` and `old`, and the folder that `install` moves to. */
  folder: string;
  to: string;
  /** The navigation with a new page behind `use`, `install` elsewhere, and `old` gone. */
  becomes: string;
};

const scenes: Record<string, Scene> = {
  'Rspress: a folder within a folder': {
    root: 'docs',
    files: {
      'rspress.config.ts': "export default { root: 'docs' };\n",
      'docs/guide/_meta.json': '["start", { "type": "dir", "name": "basic", "label": "Basic" }]\n',
      'docs/guide/start.md': '# Start\n',
      'docs/guide/basic/_meta.json':
        '[\n  "use",\n  "install",\n  { "type": "file", "name": "old", "label": "Old" }\n]\n',
    },
    file: 'docs/guide/basic/_meta.json',
    ending: 'md',
    folder: 'docs/guide/basic',
    to: 'docs/guide/basic',
    becomes: '[\n  "use",\n  "new",\n  "setup"\n]\n',
  },
  'Zensical: the folder of the pages beside the configuration': {
    root: 'docs',
    files: {
      'zensical.toml':
        '[project]\nsite_name = "x"\nnav = [\n  { "Use" = "guide/use.md" }, # first\n  { "Install" = "guide/install.md" },\n  "guide/old.md",\n]\n',
    },
    file: 'zensical.toml',
    ending: 'md',
    folder: 'docs/guide',
    to: 'docs/start',
    becomes:
      '[project]\nsite_name = "x"\nnav = [\n  { "Use" = "guide/use.md" },\n  { "New" = "guide/new.md" }, # first\n  { "Install" = "start/setup.md" },\n]\n',
  },
  'Quarto: a sidebar': {
    root: '',
    files: {
      '_quarto.yml':
        'project:\n  type: website\nwebsite:\n  sidebar:\n    contents:\n      - guide/use.qmd # first\n      - section: Install\n        href: guide/install.qmd\n        contents:\n          - "guide/old.qmd"\n',
    },
    file: '_quarto.yml',
    ending: 'qmd',
    folder: 'guide',
    to: 'start',
    becomes:
      'project:\n  type: website\nwebsite:\n  sidebar:\n    contents:\n      - guide/use.qmd # first\n      - guide/new.qmd\n      - section: Install\n        href: start/setup.qmd\n        contents: []\n',
  },
  'DocFX: pages of other folders': {
    root: 'docs',
    files: {
      'docs/docfx.json': '{ "build": { "content": [{ "files": ["**/*.md"] }] } }\n',
      'docs/use/use.md': '# Other\n',
      'docs/toc/toc.yml':
        '- name: Use # first\n  href: ../guide/use.md\n- name: Install\n  href: ~/guide/install.md#run\n- href: ../guide/old.md\n',
    },
    file: 'docs/toc/toc.yml',
    ending: 'md',
    folder: 'docs/guide',
    to: 'docs/start',
    becomes:
      '- name: Use # first\n  href: ../guide/use.md\n- name: New\n  href: ../guide/new.md\n- name: Install\n  href: ~/start/setup.md#run\n',
  },
  'Fern: a version in a file of its own, and pages with the names of others': {
    root: 'fern',
    files: {
      'fern/docs.yml':
        'instances:\n  - url: x.docs.buildwithfern.com\nversions:\n  - display-name: v1\n    path: ./versions/v1.yml\nnavigation:\n  - page: Other\n    path: ./guide/use.mdx\n',
      'fern/guide/use.mdx': '# Other\n',
      'fern/versions/v1.yml':
        "navigation:\n  - section: Start\n    contents:\n      - page: Use\n        path: './guide/use.mdx'\n        slug: use\n      - page: Install\n        path: ./guide/install.mdx # second\n      - page: Old\n        path: ./guide/old.mdx\n",
    },
    file: 'fern/versions/v1.yml',
    ending: 'mdx',
    folder: 'fern/versions/guide',
    to: 'fern/start',
    becomes:
      "navigation:\n  - section: Start\n    contents:\n      - page: Use\n        path: './guide/use.mdx'\n        slug: use\n      - page: New\n        path: './guide/new.mdx'\n      - page: Install\n        path: ../start/setup.mdx # second\n",
  },
};

describe('pages that are added, moved and deleted are so in the navigation', () => {
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, async (t) => {
      const { folder, ending } = scene;
      const page = (title: string) => `---\ntitle: ${title}\n---\n\n${title}.\n\n## Run\n`;
      const old = Object.fromEntries(
        ['use', 'install', 'old'].map((one) => [`${folder}/${one}.${ending}`, page(one)]),
      );
      const context = toolContextOf(await workspaceOf(t, { ...scene.files, ...old }, scene.root));
      const call = async (tool: string, input: object) => {
        const { ok, output } = await runTool(tool, JSON.stringify(input), context);
        assert.equal(ok, true, output);
        return output;
      };
      const [use, install, gone, added] = ['use', 'install', 'old', 'new'].map(
        (one) => `${folder}/${one}.${ending}`,
      );
      await call('write_file', { path: added, content: page('New') });
      const shown = await call('validate', {});
      if (!name.startsWith('Fern')) assert.match(shown, /new\.\w+ \[navigation\] The page is not in/);
      await call('place_page', { page: added, after: use });
      await call('move_file', { from: install, to: `${scene.to}/setup.${ending}` });
      await call('delete_file', { path: gone });
      assert.equal(await context.workspace.read(scene.file), scene.becomes);
      assert.doesNotMatch(await call('validate', {}), /\[(?:navigation|configuration|paths)\]/);
    });
  }

  test('the navigation that names a page which is not there any more breaks the site', async (t) => {
    const files = {
      'rspress.config.ts': 'export default {};\n',
      'docs/_meta.json': '["a", "b", { "type": "dir", "name": "c" }]\n',
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
      'docs/c/d.md': '# D\n',
    };
    const context = toolContextOf(await workspaceOf(t, files, 'docs'));
    assert.doesNotMatch((await runTool('validate', '{}', context)).output, /navigation/);
    context.workspace.remove('docs/b.md');
    context.workspace.remove('docs/c/d.md');
    const { output } = await runTool('validate', '{}', context);
    assert.match(output, /docs\/_meta\.json \[navigation\] The navigation names b, which is not a page\./);
    assert.match(output, /The navigation lists the folder c, which holds no page\./);
  });
});
