import { posix } from 'node:path';
import type { SiteFile } from '../../navigation/site-file.ts';

/** `[output.html.redirect]`. https://rust-lang.github.io/mdBook/format/configuration/renderers.html#outputhtmlredirect */
export const mdbookRedirects: SiteFile = {
  fits: /(?:^|\/)book\.toml$/,
  parts: [['output', 'html', 'redirect']],
  addRedirect(text, { file: from }, { file: to }) {
    const [old, target] = [htmlOf(from), htmlOf(to)];
    const line = `"/${old}" = "${posix.relative(posix.dirname(old), target)}"`;
    const lines = text.trimEnd().split('\n');
    const table = lines.findIndex((one) => one.trim() === '[output.html.redirect]');
    if (table < 0) return `${lines.join('\n')}\n\n[output.html.redirect]\n${line}\n`;
    let end = table + 1;
    while (end < lines.length && /^\s*["'#]/.test(lines[end]!)) end++;
    lines.splice(end, 0, line);
    return `${lines.join('\n')}\n`;
  },
};

const htmlOf = (file: string) =>
  file.replace(/\.md$/, '.html').replace(/(^|\/)README\.html$/, '$1index.html');
