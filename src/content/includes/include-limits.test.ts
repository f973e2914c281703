// A few words around an include must not make a page of gigabytes of a file: docs are listed by the server itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs } from '../read-docs.ts';

const part = 'a\n'.repeat(100_000);
const wide = ' '.repeat(400);
const value = 'x'.repeat(20_000);

const pages: Record<string, Record<string, string>> = {
  'ranges of AsciiDoc': {
    'antora.yml': 'name: x\nversion: 1\n',
    'modules/ROOT/pages/index.adoc': `= T\n\ninclude::part.txt[lines=${'1..-1;'.repeat(200)}]\n`,
    'modules/ROOT/pages/part.txt': part,
  },
  'ranges of Sphinx': {
    'conf.py': 'project="x"',
    'index.rst': `T\n=\n\n.. literalinclude:: part.txt\n   :lines: ${'1-,'.repeat(200)}\n`,
    'part.txt': part,
  },
  'an indent in Sphinx': {
    'conf.py': 'project="x"',
    'index.rst': `T\n=\n\n${wide}.. literalinclude:: part.txt\n`,
    'part.txt': part,
  },
  'ranges of MkDocs': {
    'mkdocs.yml': 'site_name: x',
    'docs/index.md': `# T\n\n{* part.txt ln[${'1:,'.repeat(200)}1] *}\n`,
    'docs/part.txt': part,
  },
  'an indent in MkDocs': {
    'mkdocs.yml': 'site_name: x',
    'docs/index.md': `# T\n\n${wide}--8<-- "part.txt"\n`,
    'docs/part.txt': part,
  },
  'a parameter of Jekyll': {
    '_config.yml': 'title: x',
    'index.md': `---\ntitle: x\n---\n{% include part.html a="${value}" %}\n`,
    '_includes/part.html': '{{include.a}}'.repeat(2_000),
  },
  'captures of Jekyll': {
    '_config.yml': 'title: x',
    'index.md': '---\ntitle: x\n---\n{% include part.html %}\n',
    '_includes/part.html': `{% capture a %}${'x'.repeat(500)}{% endcapture %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(16)}{{ a }}`,
  },
};

describe('an include', () => {
  for (const [what, files] of Object.entries(pages)) {
    test(`stays in bounds: ${what}`, async () => {
      const { sources } = await listDocs(treeOf(files));
      const lengths = [...sources.values()].map(({ text }) => text.length);
      assert.ok(lengths.length > 0 && Math.max(...lengths) < 5_000_000, lengths.join());
    });
  }

  test('of an object within thousands of others takes no search for each', async () => {
    const { sources } = await listDocs(
      treeOf({
        'conf.py': 'project="x"',
        'index.rst': `T\n=\n\n.. literalinclude:: part.py\n   :pyobject: A.${'b.'.repeat(3_000)}c\n`,
        'part.py': `class A:\n${Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth % 50)} def b():`).join('\n')}\n`,
      }),
    );
    assert.equal(sources.size, 1);
  });
});
