import { lineEntries } from '../../navigation/line-entries.ts';
import { type SiteFile, targetMark, titleMark } from '../../navigation/site-file.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

const item = /^([ \t]*)([*.-]{1,8})[ \t]+.{0,200}?xref:([^[\]\s]{1,500})\[([^\]]{0,500})\]/;

/** Antora navigation lists. https://docs.antora.org/antora/latest/navigation/single-list/ */
const lists: SiteFile = {
  fits: /(?:^|\/)modules\/[^/]+\/(?:partials\/)?[\w-]*nav[\w-]*\.adoc$/,
  rootsOf: (file) => [joinPath(folderOf(file).replace(/\/partials$/, ''), 'pages'), folderOf(file)],
  readNavigation: (text) => ({
    entries: lineEntries(text, 'plain', (line) => {
      const [whole, , bullets = '', target = '', title = ''] = item.exec(line) ?? [];
      if (whole === undefined) return null;
      const at = line.indexOf(`xref:${target}`);
      return {
        indent: bullets.length,
        title: title || null,
        target,
        at: at + 'xref:'.length,
        canStay: false,
        pattern: `${line.slice(0, at)}xref:${targetMark}[${title && titleMark}]\n`,
      };
    }),
    folders: [],
  }),
};

/** Antora's `page-aliases`, relative to the module's pages. https://docs.antora.org/antora/latest/page/page-aliases/ */
const aliases: SiteFile = {
  inPage: '',
  fits: /\.adoc$/i,
  addRedirect(text, { file }, to) {
    const [, module, path] = /(?:^|\/)modules\/([^/]+)\/pages\/(.+)$/.exec(file) ?? [];
    if (path === undefined) return null;
    const alias = to.file.includes(`modules/${module}/`) ? path : `${module}:${path}`;
    const own = /^:page-aliases:.*$/m;
    if (own.test(text)) return text.replace(own, (line) => `${line.trimEnd()}, ${alias}`);
    return /^= /m.test(text)
      ? text.replace(/^= [^\n]*/m, (line) => `${line}\n:page-aliases: ${alias}`)
      : null;
  },
};

export const antoraFiles = [lists, aliases];
