import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { closeLinks } from '../link-closure.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

test('links of a docset lead to its pages, whichever way they are written, and to others of Learn', async () => {
  const links = [
    '[root](~/b/c.md#head) [beside](b/c.md) [address](/tools/core/b/c) [moved](old.md) [moved](/tools/core/old)',
    '[answer](faq.yml#how-) [uid](xref:b/c#head) <xref:b/c?displayProperty=name#head> [contents](toc.yml)',
    '[gone](no.md) [gone](faq.yml#why-) [elsewhere](/tools/core-other/x)',
  ];
  const docs = await listDocs(
    treeOf({
      '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "learn"}]}',
      '.openpublishing.redirection.json':
        '{"redirections": [{"source_path": "learn/old.md", "redirect_url": "/tools/core/a"}]}',
      'learn/docfx.json': '{"build": {"content": ["**/*.{md,yml}"]}}',
      'learn/a.md': links.join('\n'),
      'learn/b/c.md': '---\nuid: b/c\n---\n# C\n\n## Head',
      'learn/faq.yml':
        '### YamlMime:FAQ\ntitle: F\nsections:\n- questions: [{question: "How?", answer: "See [c](b/c.md)"}]',
      'learn/toc.yml': '- name: A',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const { broken, paths } = closeLinks(docs, parsed);
  assert.deepEqual(
    broken.map(({ target }) => target),
    ['no.md', 'faq.yml#why-'],
  );
  assert.deepEqual(paths, { checked: 11, resolved: 10 });
  const [first] = parsed.flatMap(({ pages }) => pages);
  assert.equal(first?.links.at(-1)?.target, 'https://learn.microsoft.com/tools/core-other/x');
});
