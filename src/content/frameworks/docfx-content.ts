import { asList, asObject, asText, asTexts } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { GroupedPage } from './docfx-versions.ts';
import { matchGlobs } from '../site/glob.ts';
import { newPage } from './new-site.ts';
import { isMarkdown } from '../site/endings.ts';
import { isIndexFile, joinPath, literalPath } from '../site/paths.ts';

const indexNames = ['index'];

/** A table of contents, also in Markdown. https://dotnet.github.io/docfx/docs/table-of-contents.html */
const contents = /(?:^|\/)toc\.(?:md|ya?ml)$/i;

/** A YAML page says on its first line what it is; other YAML is data. */
const readableKind = /^\uFEFF?\s*### YamlMime:(FAQ|Landing|Hub)\b/;

/** The path of a file's page, whether or not the file is there; null for a file that makes none. */
type PlaceFile = (file: string) => { path: string; isIndex: boolean; group: string | null } | null;

/**
 * Reads `build.content`: a glob or an object, one or several. https://dotnet.github.io/docfx/reference/docfx-json-reference.html#file-mappings
 */
export function readContent(root: string, content: unknown): PlaceFile {
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
  const { files, src, dest, exclude, version, group = version } = asObject(mapping);
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
    return { path, isIndex: isIndexFile(within, indexNames), group: asText(group) };
  };
}

/** DocFX takes `docs/**.md` for `docs/**\/*.md`, and ignores case unless `case` is set. */
function asGlob(glob: string): string {
  return glob.replace(/(?<!\*)\*{2,}(?=[.{])/g, '**/*').toLowerCase();
}

/** The pages in Markdown, and those in YAML that have a text of their own. */
export async function listPages(tree: FileTree, place: PlaceFile): Promise<GroupedPage[]> {
  const pages: GroupedPage[] = [];
  for (const file of tree.files) {
    const isYaml = /\.ya?ml$/i.test(file);
    if (!isYaml && !isMarkdown(file)) continue;
    const placed = place(file);
    if (placed === null) continue;
    const { path, isIndex, group } = placed;
    if (!isYaml) {
      pages.push({ ...newPage(file, path, { isIndex }), group });
      continue;
    }
    const kind = readableKind.exec((await tree.read(file)).text?.slice(0, 1000) ?? '')?.[1];
    if (kind !== undefined) pages.push({ ...newPage(file, path, { isIndex, extra: { yaml: kind } }), group });
  }
  return pages;
}
