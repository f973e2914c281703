import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const config = `from sphinx_gallery.sorting import FileNameSortKey
sphinx_gallery_conf = {
    'examples_dirs': ['../examples', '../tutorials'],
    'gallery_dirs': ['gallery', 'learn'],
    'within_subsection_order': FileNameSortKey,
}
`;

const script = `#!/usr/bin/env python
# Not shown: who wrote it.
r"""
===========
Lines \\\\ dots
===========

See :ref:\`sphx_glr_learn_start.py\`.
"""
# sphinx_gallery_thumbnail_number = 2
import plotting

#######################################
# Colors
# ------
# Each line has *one* color:
#
# * red, or
# * blue.

# Choose it.
plotting.color('red')

# %%
# The end.
# sphinx_gallery_start_ignore
secret()
# sphinx_gallery_end_ignore
`;

test('Scripts of a Sphinx-Gallery are pages, of their comments and their code', async () => {
  const docs = await listDocs(
    treeOf({
      'doc/conf.py': config,
      'doc/index.rst': 'Home\n====\n\n:doc:`gallery/lines/plot_lines`, :ref:`sphx_glr_gallery`\n',
      'examples/README.txt': 'Examples\n========\n',
      'examples/lines/README.rst': 'Lines\n=====\n\nOf :ref:`sphx_glr_gallery_lines_plot_lines.py`.\n',
      'examples/lines/plot_lines.py': script,
      'examples/lines/__init__.py': '',
      'examples/lines/data.csv': '1',
      'tutorials/start.py': '"""\nStart\n=====\n"""\nprint(1)\n',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = parsed.flatMap((one) => one.pages);
  assert.deepEqual(pages.map(({ file, url, title }) => [file, url, title]).sort(), [
    ['doc/index.rst', '/', 'Home'],
    ['examples/README.txt', '/gallery/index.html', 'Examples'],
    ['examples/lines/README.rst', '/gallery/lines/index.html', 'Lines'],
    ['examples/lines/plot_lines.py', '/gallery/lines/plot_lines.html', 'Lines \\ dots'],
    ['tutorials/start.py', '/learn/start.html', 'Start'],
  ]);
  const lines = pages.find(({ file }) => file === 'examples/lines/plot_lines.py')!;
  assert.deepEqual(
    lines.sections.map(({ anchor, text }) => [anchor, text]),
    [
      [null, 'See Start.\n\n```python\nimport plotting\n```'],
      [
        'colors',
        "Each line has one color:\n\n- red, or\n- blue.\n\n```python\n# Choose it.\nplotting.color('red')\n```\n\nThe end.",
      ],
    ],
  );
  assert.deepEqual(closeLinks(docs, parsed).broken, []);
  assert.deepEqual(docs.warnings, []);
});

test('Without a gallery, scripts are files', async () => {
  const docs = await listDocs(
    treeOf({ 'doc/conf.py': '', 'doc/index.rst': 'Home\n====\n', 'examples/a.py': script }),
  );
  assert.deepEqual(
    docs.files.map(({ file }) => file),
    ['doc/index.rst'],
  );
});
