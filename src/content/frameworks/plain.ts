import { textField } from '../front-matter.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Framework } from './framework.ts';
import { newPage, newSite } from './new-site.ts';
import { isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';

/** Dot folders, and what is there for tests. */
const unpublished = /(?:^|\/)(?:\.|(?:tests?|__tests__|fixtures|__fixtures__|testdata)\/)/;

const indexNames = ['index', 'README', 'readme'];

/** Markdown files without a framework that we know: addresses as the folders are, as static servers have them. */
export const plain: Framework = {
  name: 'plain',
  async open(tree, _readConfig, { baseUrl = '' }) {
    const files = tree.files.filter((file) => isMarkdown(file) && !unpublished.test(file));
    const pages = files.map((file) =>
      newPage(file, literalPath(file, indexNames), { isIndex: isIndexFile(file, indexNames) }),
    );
    return newSite(pages, { addresses: { base: baseUrl, ending: '', folderEnding: '' } });
  },
  includes: [],
  prepare: (body) => body,
  createAnchors: githubAnchors,
  movedPath(_page, data) {
    const moved = textField(data, 'permalink', 'slug');
    return moved === null ? null : joinPath(moved);
  },
};
