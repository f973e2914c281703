import type { RedirectFormat } from './redirect.ts';

/**
 * The redirects file of sphinxext-rediraffe, which names source files.
 * https://sphinxext-rediraffe.readthedocs.io/en/latest/
 */
export const rediraffeFile: RedirectFormat = {
  framework: 'sphinx',
  fits: (path) => /(?:^|\/)redirects\.txt$/.test(path),
  add(text, { file: from }, { file: to }) {
    const lines = text
      .trimEnd()
      .split('\n')
      .filter((line, nth) => line !== '' || nth > 0);
    const isQuoted = lines.some((line) => /^\s*["']/.test(line)) || /\s/.test(from + to);
    return `${[...lines, isQuoted ? `"${from}" "${to}"` : `${from} ${to}`].join('\n')}\n`;
  },
};
