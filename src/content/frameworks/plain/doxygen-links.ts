import { relative } from 'node:path/posix';
import { once } from '../../../lib/once.ts';
import { mapProse } from '../../markdown/split-prose.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { readTexts } from '../../sources/read-texts.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { folderOf } from '../../site/paths.ts';

const link = /\[([^[\]]{1,300})\]\([@\\]ref[ \t]+([\w:.~-]{1,200})\)/g;

const heading =
  /^#{1,6}[ \t][^\n]*\{#([\w:.~-]{1,200})\}[ \t]*$|^[^\s#][^\n]*\{#([\w:.~-]{1,200})\}[ \t]*\n[=-]{2,}[ \t]*$/gm;

/**
 * Makes links of `[text](@ref id)` in the Markdown of Doxygen, as far as a heading has that id; others lead to the
 * program's API and are shown as text. https://www.doxygen.nl/manual/markdown.html#md_links
 */
export function createDoxygenLinks(
  tree: FileTree,
  pages: PageFile[],
): (text: string, file: string) => Promise<string> {
  const filesById = once(() => findIds(tree, pages));
  return async (text, file) => {
    if (!/\([@\\]ref[ \t]/.test(text)) return text;
    const files = await filesById();
    return mapProse(text, (prose) =>
      prose.replaceAll(link, (_, shown: string, id: string) => {
        const target = files.get(id);
        if (target === undefined) return shown;
        return `[${shown}](${target === file ? '' : encodeURI(relative(folderOf(file), target))}#${id})`;
      }),
    );
  };
}

async function findIds(tree: FileTree, pages: PageFile[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const [page, text] of readTexts(tree, pages)) {
    for (const [, id, other] of text.matchAll(heading)) files.set(id ?? other ?? '', page.file);
  }
  return files;
}
