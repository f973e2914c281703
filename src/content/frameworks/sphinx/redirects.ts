import { posix } from 'node:path';
import type { SiteFile } from '../../navigation/site-file.ts';

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
