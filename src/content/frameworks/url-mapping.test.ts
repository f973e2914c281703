import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDocs, parseDocs } from '../read-docs.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { closeLinks } from '../link-closure.ts';

test('A docs root says how the files of a generator of its own become addresses', async () => {
  const docs = await listDocs(
    treeOf({
      'docent.yaml':
        "urls:\n  folder: documentation/docs\n  base: https://kit.dev\n  stripNumbers: true\n  rules:\n    ':section/:page': ':page'\n  prefix: docs/kit\n  slug: url\n",
      'documentation/docs/10-start/10-intro.md': '# Intro\n\n[r](routing#pages) [s](/docs/kit/special)',
      'documentation/docs/20-core/10-routing.md': '# Routing\n\n## Pages\n\nText',
      'documentation/docs/20-core/20-x.md': '---\nurl: special\n---\nText',
      'README.md': '# Not published',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const urls = parsed.flatMap(({ pages }) => pages.map(({ url }) => url));
  assert.deepEqual(urls.sort(), [
    'https://kit.dev/docs/kit/intro',
    'https://kit.dev/docs/kit/routing',
    'https://kit.dev/docs/kit/special',
  ]);
  assert.deepEqual(closeLinks(docs, parsed).broken, []);
});
