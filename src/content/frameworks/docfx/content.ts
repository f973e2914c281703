import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { newPage } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

const indexNames = ['index'];

/** A table of contents, also in Markdown. https://dotnet.github.io/docfx/docs/table-of-contents.html */
const contents = /(?:^|\/)toc\.(?:md|ya?ml)$/i;

/** The path of a file's page; null for a file that makes none. */
type PlaceFile = (file: string) => { path: string; isIndex: boolean } | null;

/**
 * Reads `build.content`: a glob or an object, one or several. https://dotnet.github.io/docfx/reference/docfx-json-reference.html#file-mappings
 */
function readContent(root: string, content: unknown): PlaceFile {
  const mappings = (Array.isArray(content) ? asList(content) : [content]).map((one) =>
    readMapping(root, one),
  );
  return (file) => {
    if (contents.test(file)) return null;
    // A file that two of them hold has the address of the later one.
    return mappings.reduce<ReturnType<PlaceFile>>((found, place) => place(file) ?? found, null);
  };
}

function readMapping(root: string, mapping: unknown): PlaceFile {
  const { files, src, dest, exclude } = asObject(mapping);
  const wanted = typeof mapping === 'string' ? mapping : files;
  const source = joinPath(root, asText(src) ?? '');
  const start = source === '' ? '' : `${source}/`;
  const [isIncluded, isExcluded] = [wanted, exclude].map((globs) => matchGlobs(asTexts(globs).map(asGlob)));
  return (file) => {
    if (!file.startsWith(start)) return null;
    const within = file.slice(start.length);
    const found = within.toLowerCase();
    // Without `dot`, wildcards match no names that begin with a dot: pages of `.github` are no pages of the site.
    if (/(?:^|\/)\./.test(found) || !isIncluded!(found) || isExcluded!(found)) return null;
    const path = joinPath(asText(dest) ?? '', literalPath(within, indexNames));
    return { path, isIndex: isIndexFile(within, indexNames) };
  };
}

/** DocFX takes `docs/**.md` for `docs/**\/*.md`, and ignores case unless `case` is set. */
function asGlob(glob: string): string {
  return glob.replace(/(?<!\*)\*{2,}(?=[.{])/g, '**/*').toLowerCase();
}

/** The pages of `build.content`, each once: of several files with one path, those of versions, the last counts. */
export function listPages(tree: FileTree, root: string, content: unknown, isLower: boolean): PageFile[] {
  const place = readContent(root, content);
  const pages = new Map<string, PageFile>();
  for (const file of tree.files.filter(isMarkdown)) {
    const placed = place(file);
    if (placed === null) continue;
    const path = isLower ? placed.path.toLowerCase() : placed.path;
    pages.set(path, newPage(file, path, { isIndex: placed.isIndex }));
  }
  return [...pages.values()];
}
