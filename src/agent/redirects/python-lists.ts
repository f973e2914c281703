import { posix } from 'node:path';
import { isPlainKey, isPlainText } from '../navigation/plain-value.ts';
import type { RedirectFormat } from './redirect.ts';

const pair = /^\s*(["'])([^"'\\]{0,500})\1\s*:\s*(["'])([^"'\\:]{0,500})\3,?\s*(?:#.*)?$/;

/** Whether a line is `"old": "new",` and no more. */
function isPair(line: string): boolean {
  const [, , from, , to] = pair.exec(line) ?? [];
  return from !== undefined && isPlainKey(from) && isPlainText(to!);
}

/** The redirect lists in a `conf.py`: first and last line, and the literal pairs. */
export function redirectBlocks(
  lines: readonly string[],
): { name: string; start: number; end: number; pairs: number[] }[] {
  return lines.flatMap((line, start) => {
    const name = /^(redirects|rediraffe_redirects)\s*=\s*\{\s*$/.exec(line)?.[1];
    if (name === undefined) return [];
    const end = lines.findIndex((one, nth) => nth > start && one.startsWith('}'));
    if (end < 0) return [];
    const inside = Array.from({ length: end - start - 1 }, (_, nth) => start + 1 + nth);
    return [{ name, start, end, pairs: inside.filter((nth) => isPair(lines[nth]!)) }];
  });
}

/**
 * Literal lists of the extensions sphinx-reredirects and sphinxext-rediraffe.
 * https://documatt.com/sphinx-reredirects/usage/ https://sphinxext-rediraffe.readthedocs.io/en/latest/
 */
export const sphinxRedirects: RedirectFormat = {
  framework: 'sphinx',
  fits: (path) => /(?:^|\/)conf\.py$/.test(path),
  add(text, { file: from }, { file: to }) {
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
