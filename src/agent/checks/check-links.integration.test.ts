import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { closeLinks } from '../../content/link-closure.ts';
import { listDocs, parseDocs } from '../../content/read-docs.ts';
import { checkLinks } from './check-links.ts';
import { readSite } from './read-site.ts';

/** What is said of a link; `unsure`: the doctor lists it, and does not count it as broken. */
type Verdict = 'fine' | 'path' | 'anchor' | 'draft' | 'unsure';

type Sample = {
  files: Record<string, string>;
  docsRoot: string;
  page: string;
  links: Record<string, Verdict>;
};

const install = '# Install\n\n## Set up\n\n## Set up\n\n<a name="own"></a>\n';

const samples: Record<string, Sample> = {
  mkdocs: {
    files: {
      'mkdocs.yml': 'site_name: X\n',
      'docs/index.md': '# Home\n',
      'docs/guide/install.md': install,
      'docs/guide/draft.md': '---\ndraft: true\n---\n# Draft\n',
      'docs/img/logo.png': '',
    },
    docsRoot: 'docs',
    page: 'docs/guide/links.md',
    links: {
      'install.md#set-up_1': 'fine',
      'install.md#Set-Up': 'anchor',
      '/GUIDE/install/': 'path',
      '../install/': 'fine',
      'index.md': 'path',
      'draft.md': 'draft',
      '../img/logo.png': 'fine',
      '../img/gone.png': 'path',
    },
  },
  plain: {
    files: { 'docs/install.md': install, '.github/CONTRIBUTING.md': '# How to\n' },
    docsRoot: '',
    page: 'README.md',
    links: {
      'docs/install.md#Set-Up-1': 'fine',
      'docs/install.md#user-content-own': 'fine',
      'docs/install.md#set-up-2': 'anchor',
      'docs/Install.md': 'path',
      '/docs/install': 'fine',
      'docs/': 'fine',
      '.github/CONTRIBUTING.md': 'fine',
      'docs/gone.svg': 'path',
    },
  },
  mintlify: {
    files: {
      'docs.json': JSON.stringify({
        navigation: { pages: ['guide/install', 'links'] },
        redirects: [
          { source: '/old', destination: '/guide/install' },
          { source: '/away', destination: 'https://example.org/' },
        ],
      }),
      'guide/install.mdx': install.replace(/<a.*/, ''),
      'images/logo.png': '',
    },
    docsRoot: '',
    page: 'links.mdx',
    links: {
      '/guide/install/#set-up-2': 'fine',
      '/guide/install.mdx': 'fine',
      '/Guide/install': 'path',
      '/old': 'fine',
      '/away': 'unsure',
      '/images/logo.png': 'fine',
      '/images/gone.png': 'path',
      '#nope': 'anchor',
    },
  },
};

for (const [framework, { files, docsRoot, page, links }] of Object.entries(samples)) {
  test(`the doctor and the agent's check say the same of links: ${framework}`, async (t) => {
    const written = Object.keys(links)
      .map((link) => `[x](${link})`)
      .join('\n\n');
    const all = { ...files, [page]: `# Links\n\n${written}\n` };

    const docs = await listDocs(treeOf(all));
    assert.equal(docs.framework, framework);
    const { broken } = closeLinks(docs, await Array.fromAsync(parseDocs(docs)));
    const ofDoctor = (link: string): Verdict => {
      const found = broken.find(({ file, target }) => file === page && target === link);
      if (found === undefined) return 'fine';
      if (found.why === 'unpublished') return 'draft';
      return found.why === 'stale' || found.why === 'missing' ? found.part : 'unsure';
    };
    assert.deepEqual(Object.fromEntries(Object.keys(links).map((link) => [link, ofDoctor(link)])), links);

    const site = await readSite(await workspaceOf(t, all, docsRoot), 'now');
    const findings = await checkLinks(site, [page]);
    const ofAgent = (link: string): Verdict => {
      const found = findings.find(({ message }) => message.startsWith(`The link ${link} leads to `));
      if (found === undefined) return 'fine';
      if (found.message.includes('draft')) return 'draft';
      return found.check === 'anchors' ? 'anchor' : 'path';
    };
    // The agent leaves alone what only the running site knows.
    const lenient = Object.entries(links).map(([link, one]) => [link, one === 'unsure' ? 'fine' : one]);
    assert.deepEqual(
      Object.fromEntries(Object.keys(links).map((link) => [link, ofAgent(link)])),
      Object.fromEntries(lenient),
    );
  });
}
