import { textField } from '../front-matter.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Framework, PageFile } from './framework.ts';
import { isMarkdown, joinPath, literalPath } from './paths.ts';

/** Markdown files without a framework that we know: addresses as the folders are, as static servers have them. */
export const plain: Framework = {
  name: 'plain',
  async open(tree, { baseUrl = '' }) {
    const pages = tree.files.filter(isMarkdown).map(plainPage);
    return { pages, redirects: [], addresses: { base: baseUrl, ending: '' }, warnings: [] };
  },
  movedPath(_page, data) {
    const moved = textField(data, 'permalink', 'slug');
    return moved === null ? null : joinPath(moved);
  },
  createAnchors: githubAnchors,
};

function plainPage(file: string): PageFile {
  return {
    file,
    path: literalPath(file, ['index', 'README', 'readme']),
    language: null,
    version: null,
    title: null,
    hidden: false,
    dialects: file.endsWith('.mdx') ? ['mdx', 'markdown'] : ['markdown'],
  };
}
