import { findAsciidocIncludes } from '../asciidoc/asciidoc-includes.ts';
import { textField } from '../front-matter.ts';
import { type FindInsertions, insertFiles } from '../includes/insert-files.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { mapProse } from '../markdown/split-prose.ts';
import { hasOnlyTrials } from './find-config.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Framework } from './framework.ts';
import { newPage, newSite } from './new-site.ts';
import { folderOf, isDocsFile, isIndexFile, joinPath, literalPath } from './paths.ts';
import { findSphinxIncludes } from './sphinx-includes.ts';

/** Dot folders and AsciiDoc partials. */
const unpublished = /(?:^|\/)(?:\.|_[^/]*\.adoc$)/;

const inTests = /(?:^|\/)(?:tests?|__tests__|fixtures|__fixtures__|testdata)\//;

const importLine = /^import[ \t][^\n'"]{1,200}[ \t]from[ \t]+(['"])[^'"\n]{1,200}\1;?[ \t]*$/gm;

const indexNames = ['index', 'README', 'readme'];

/**
 * Markdown, reStructuredText and AsciiDoc without a known framework: URLs follow the folders, as on a static server.
 */
export const plain: Framework = {
  name: 'plain',
  async open(tree, _readConfig, { baseUrl = '' }) {
    const isTest = hasOnlyTrials(tree.files) ? () => false : (file: string) => inTests.test(file);
    const docs = tree.files.filter((file) => isDocsFile(file) && !unpublished.test(file) && !isTest(file));
    const parts = await asciidocParts(tree, docs.filter(isAsciidoc));
    const files = docs.filter((file) => !parts.has(file));
    const pages = files.map((file) =>
      newPage(file, literalPath(file, indexNames), { isIndex: isIndexFile(file, indexNames) }),
    );
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      assemble: async ({ file }, text, warn) => {
        const find = findIncludes(file);
        return { text: find === null ? text : await insertFiles(text, file, tree, find, warn) };
      },
    });
  },
  includes: [],
  // The pages of a site whose configuration lies elsewhere may hold admonitions, and Markdown that it takes for MDX.
  directives: true,
  prepare: (body) =>
    body.includes('import ') ? mapProse(body, (prose) => prose.replaceAll(importLine, '')) : body,
  createAnchors: githubAnchors,
  movedPath(_page, data) {
    const moved = textField(data, 'permalink', 'slug');
    return moved === null ? null : joinPath(moved);
  },
};

/** Markdown alone has no includes. */
function findIncludes(file: string): FindInsertions | null {
  if (file.endsWith('.rst')) return (text, from) => findSphinxIncludes(text, from, '');
  if (!isAsciidoc(file)) return null;
  return (text, from) => findAsciidocIncludes(text, from, {}, (target) => [joinPath(folderOf(from), target)]);
}

function isAsciidoc(file: string): boolean {
  return /\.(?:adoc|asciidoc)$/i.test(file);
}

/** Begins a page by itself: a document title in any of its forms, or front matter. */
const beginsPage = /^= \S|^[^\s=/:.[][^\n]*\n={4,}[ \t]*$|^---\n(?=[\w-]+:)/m;
const markdownTitle = /^\s*# \S/;

/** The files without a document title that pages include, directly or indirectly: only what includes them has a page. */
async function asciidocParts(tree: FileTree, files: string[]): Promise<Set<string>> {
  const includes = new Map<string, string[]>();
  const untitled = new Set<string>();
  for (const file of files) {
    const text = (await tree.read(file)).text ?? '';
    if (!beginsPage.test(text) && !markdownTitle.test(text)) untitled.add(file);
    const found = Array.from(text.matchAll(/^include::([^[\s][^[\n]*)\[/gm), ([, target = '']) =>
      joinPath(folderOf(file), target),
    );
    includes.set(file, found);
  }
  const included = new Set([...includes].flatMap(([file, found]) => found.filter((one) => one !== file)));
  const wanted = files.filter((file) => !untitled.has(file) || !included.has(file));
  const reached = new Set(wanted);
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    for (const one of includes.get(file) ?? []) {
      if (reached.has(one)) continue;
      reached.add(one);
      wanted.push(one);
    }
  }
  return new Set([...untitled].filter((file) => included.has(file) && reached.has(file)));
}
