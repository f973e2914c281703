import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';
import { wiki } from './site.ts';

const files = {
  'Home.md':
    '# Welcome\n\n[[Getting Started]], [[install it|Getting-Started#On Linux]], [here](Getting-Started#on-linux), `[[x]]`, [[Nowhere]]',
  'Getting-Started.md':
    '# Start\n\n## On Linux\n\n[[#On Linux]] ![[picture.png]]\n\n```sh\n[[ -f x ]]\n```\n',
  'More Pages.md': 'Of [[home]].',
  '_Sidebar.md': '[[Home]]',
};

proveFramework({
  framework: 'wiki',
  files,
  urls: {
    'Home.md': '/',
    'Getting-Started.md': '/Getting-Started',
    'More Pages.md': '/More-Pages',
  },
  anchors: { 'Getting-Started.md': ['start', 'on-linux'] },
});

async function read(given: Record<string, string>): Promise<{ texts: string[]; broken: unknown[] }> {
  const docs = await listDocs(treeOf(given));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = parsed.flatMap((one) => one.pages);
  return {
    texts: pages.flatMap(({ sections }) => sections.map(({ text }) => text)),
    broken: closeLinks(docs, parsed).broken,
  };
}

test('Links of a wiki lead to the pages of that name, also as other wikis write them', async () => {
  assert.equal((await listDocs(treeOf(files))).framework, wiki.name);
  const { texts, broken } = await read(files);
  assert.deepEqual(broken, []);
  assert.deepEqual(texts.sort(), [
    'Getting Started, install it, here, [[x]], Nowhere',
    'Of home.',
    'On Linux\n\n```sh\n[[ -f x ]]\n```',
  ]);
});

test('In notes, names of files are links, wherever the file is; other brackets stay', async () => {
  const { texts, broken } = await read({
    'index.md': '# Notes\n\n[[setup|Set up]] and [[Deep Thought#Why|why]], [[bin]] in TOML',
    'guide/setup.md': '# A\n\n[[Deep thought]]',
    'ideas/Deep Thought.md': '# B\n\n## Why\n\n[[guide/setup]]',
    'other/setup.md': '# C\n\n[[#C]]',
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(texts.sort(), ['C', 'Deep thought', 'Set up and why, [[bin]] in TOML', 'guide/setup']);
});
