import { lineEntries } from '../../navigation/line-entries.ts';
import { type SiteFile, targetMark, titleMark } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

const directive = /^([ \t]*)\.\.[ \t]+toctree::/;
const fence = /^([ \t]*)(`{3,}|:{3,}|~{3,})\{toctree\}/;
const titled = /^(.{1,300}?)[ \t]*<([^<>]{1,500})>[ \t]*$/;

/** `toctree` in reStructuredText and MyST. https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html */
export const toctree: SiteFile = {
  fits: /\.(?:rst|md|markdown)$/i,
  inPage: 'toctree',
  readNavigation(text) {
    const lines = text.split('\n');
    const places = treeLines(lines);
    const folders = [...places].flatMap((nth) => (lines[nth]!.includes('*') ? [lines[nth]!.trim()] : []));
    const entries = lineEntries(text, 'plain', (line, nth) => {
      const name = line.trim();
      if (!places.has(nth) || name === '' || name === 'self' || name.includes('*') || name.includes('://'))
        return null;
      const [, title, target = name] = titled.exec(name) ?? [];
      const indent = line.search(/\S/);
      const space = line.slice(0, indent);
      const own = title === undefined ? targetMark : `${titleMark} <${targetMark}>`;
      return {
        indent,
        title: title ?? null,
        target,
        at: line.lastIndexOf(target),
        canStay: false,
        pattern: `${space}${own}\n`,
      };
    });
    return { entries, folders };
  },
};

/** The entry lines of a page's toctrees, without options and comments. */
function treeLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  let open: { indent: number; fence: string | null } | null = null;
  let inHeader = false;
  for (const [nth, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    if (open !== null) {
      const ends =
        open.fence === null ? !isBlank && line.search(/\S/) <= open.indent : line.trim() === open.fence;
      if (ends) open = null;
    }
    if (open !== null) {
      if (line.trim() === '---') inHeader = !inHeader;
      else if (!isBlank && !inHeader && !/^[ \t]*(?::[\w-]+:|\.\. |%)/.test(line)) found.add(nth);
      continue;
    }
    const [, space, marks] = directive.exec(line) ?? fence.exec(line) ?? [];
    if (space === undefined) continue;
    open = { indent: space.length, fence: marks ?? null };
    inHeader = false;
  }
  return found;
}

/** `_toc.yml` of a Jupyter Book. https://sphinx-external-toc.readthedocs.io/en/latest/user_guide/sphinx.html */
export const jupyterBookNavigation: SiteFile = {
  fits: /(?:^|\/)_toc\.ya?ml$/,
  readNavigation: (text) =>
    yamlEntries(text, parseYaml(text).contents, { targets: ['file', 'root'], titles: ['title', 'caption'] }),
};
