import { folderOf, joinPath } from '../../site/paths.ts';
import { fillLiquid } from '../../markdown/liquid.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { hasFile } from '../../includes/file-set.ts';
import type { Include } from '../../includes/include-syntax.ts';

/**
 * `{% include note.html content="…" %}` from `_includes`, with its parameters filled in, by the page itself when they are values of it, and `{% include_relative %}`.
 * Includes of a theme are not available. https://jekyllrb.com/docs/includes/
 */
export function findJekyllIncludes(text: string, file: string, source: string, tree: FileTree): Include[] {
  if (!text.includes('{%')) return [];
  const tags = text.matchAll(/\{%-?[ \t]*include(_relative)?[ \t]+([\w./-]+)((?:[ \t\n][^%]*)?)%\}/g);
  return Array.from(tags).flatMap(({ 0: tag, 1: relative, 2: target = '', 3: given = '', index }) => {
    const folder = relative === undefined ? joinPath(source, '_includes') : folderOf(file);
    const included = joinPath(folder, target);
    if (!hasFile(tree, included)) return [];
    const include: Record<string, string> = {};
    for (const [, name = '', double, single] of given.matchAll(
      /(?<![\w-])([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g,
    )) {
      include[name] = double ?? single ?? '';
    }
    const isHtml = /\.html?$/.test(target);
    const isOfPage = /=[ \t]*[A-Za-z_]/.test(given.replaceAll(/"[^"]*"|'[^']*'/g, ''));
    const render = (content: string): string => {
      if (isOfPage)
        return `{% with_include ${given.trim()} %}${isHtml ? closeLines(content) : content}{% endwith_include %}`;
      if (!isHtml) return fillLiquid(content, { include });
      const filled = fillLiquid(closeLines(content), { include });
      return filled.replaceAll(/\n[ \t]*\n(?=[ \t]*<)/g, '\n');
    };
    return [
      {
        start: index,
        end: index + tag.length,
        target,
        candidates: [included],
        render,
        isPage: relative !== undefined,
      },
    ];
  });
}

/** A blank line would end the HTML block, and an indent would make it code. */
function closeLines(content: string): string {
  const lines = content.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}
