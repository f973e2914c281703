import type { SiteFile } from '../../navigation/site-file.ts';

/** Antora's `page-aliases`, relative to the module's pages. https://docs.antora.org/antora/latest/page/page-aliases/ */
export const antoraRedirects: SiteFile = {
  inPage: '',
  fits: /\.adoc$/i,
  addRedirect(text, { file }, to) {
    const [, module, path] = /(?:^|\/)modules\/([^/]+)\/pages\/(.+)$/.exec(file) ?? [];
    if (path === undefined) return null;
    const alias = to.file.includes(`modules/${module}/`) ? path : `${module}:${path}`;
    const lines = text.split('\n');
    const own = lines.findIndex((line) => line.startsWith(':page-aliases:'));
    if (own >= 0) lines[own] = `${lines[own]!.trimEnd()}, ${alias}`;
    else {
      const title = lines.findIndex((line) => line.startsWith('= '));
      if (title < 0) return null;
      lines.splice(title + 1, 0, `:page-aliases: ${alias}`);
    }
    return lines.join('\n');
  },
};
