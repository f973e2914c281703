import { lineEntries } from '../../navigation/line-entries.ts';
import { targetMark, titleMark, type SiteFile } from '../../navigation/site-file.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { posix } from 'node:path';

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
export const jupyterBookNavigation = yamlFile(
  { fits: /(?:^|\/)_toc\.ya?ml$/ },
  { targets: ['file', 'root'], titles: ['title', 'caption'] },
);

/** `"old": "new",` and no more. */
const pair = /^\s*(["'])([^"'\\]{0,500})\1\s*:\s*(["'])([^"'\\:]{0,500})\3,?\s*(?:#.*)?$/;

/** The redirect lists in a `conf.py`: its name, the last line, and the literal pairs. */
function redirectBlocks(lines: readonly string[]): { name: string; end: number; pairs: number[] }[] {
  return lines.flatMap((line, start) => {
    const name = /^(redirects|rediraffe_redirects)\s*=\s*\{\s*$/.exec(line)?.[1];
    if (name === undefined) return [];
    const end = lines.findIndex((one, nth) => nth > start && one.startsWith('}'));
    if (end < 0) return [];
    const inside = Array.from({ length: end - start - 1 }, (_, nth) => start + 1 + nth);
    return [{ name, end, pairs: inside.filter((nth) => pair.test(lines[nth]!)) }];
  });
}

/**
 * Literal lists of the extensions sphinx-reredirects and sphinxext-rediraffe.
 * https://documatt.com/sphinx-reredirects/usage/ https://sphinxext-rediraffe.readthedocs.io/en/latest/
 */
export const confRedirects: SiteFile = {
  fits: /(?:^|\/)conf\.py$/,
  withoutParts(text) {
    const lines = text.split('\n');
    const pairs = new Set(redirectBlocks(lines).flatMap(({ pairs: own }) => own));
    const found = [...pairs].map((nth) => pair.exec(lines[nth]!)!);
    return {
      rest: lines.filter((_, nth) => !pairs.has(nth)).join('\n'),
      keys: found.map(([, , key]) => key!),
      values: found.map(([, , , , value]) => value!),
    };
  },
  addRedirect(text, { file: from }, { file: to }) {
    const lines = text.split('\n');
    const [block] = redirectBlocks(lines);
    if (block === undefined) return null;
    const [old, target] = [from, to].map((file) => file.replace(/\.\w+$/, '')) as [string, string];
    const made =
      block.name === 'redirects'
        ? `"${old}": "${posix.relative(posix.dirname(old), target)}.html",`
        : `"${from}": "${to}",`;
    const last = block.pairs.at(-1);
    if (last !== undefined && !/,\s*(?:#.*)?$/.test(lines[last]!)) lines[last] = `${lines[last]!.trimEnd()},`;
    const space = last === undefined ? '    ' : /^\s*/.exec(lines[last]!)![0];
    lines.splice(block.end, 0, `${space}${made}`);
    return lines.join('\n');
  },
};

/**
 * The redirects file of sphinxext-rediraffe, which names source files.
 * https://sphinxext-rediraffe.readthedocs.io/en/latest/
 */
export const rediraffeFile: SiteFile = {
  fits: /(?:^|\/)redirects\.txt$/,
  addRedirect(text, { file: from }, { file: to }) {
    const lines = text
      .trimEnd()
      .split('\n')
      .filter((line, nth) => line !== '' || nth > 0);
    const isQuoted = lines.some((line) => /^\s*["']/.test(line)) || /\s/.test(from + to);
    return `${[...lines, isQuoted ? `"${from}" "${to}"` : `${from} ${to}`].join('\n')}\n`;
  },
};
