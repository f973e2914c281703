import { docsifyRedirects } from './redirects.ts';
import { withoutEnd } from '../../../lib/without-end.ts';
import { insertFiles } from '../../includes/insert-files.ts';
import { findDocsifyIncludes } from './includes.ts';
import { docsifyAnchors } from './anchors.ts';
import { docsifyText } from './text.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { Redirect } from '../../site/site-facts.ts';
import { newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { summaryFile } from '../summary.ts';

/** docsify's sidebar and top navigation. https://docsify.js.org/#/more-pages?id=sidebar */
const docsifySidebar: SiteFile = { ...summaryFile, fits: /(?:^|\/)_?(?:sidebar|navbar)\.md$/ };

/** docsify, whose configuration is in a script of its HTML page. https://docsify.js.org/#/configuration */
export const docsify: Framework = {
  name: 'docsify',
  async open(tree, _readConfig, { baseUrl = '' }) {
    for (const file of findConfigs(tree.files, /(?:^|\/)index\.html$/)) {
      const { text } = await tree.read(file);
      if (text === null || !/\$docsify\b|\bdocsify(?:@[\w.]+)?\//.test(text)) continue;
      const folder = folderOf(file);
      const root = rootOf(folder, option(text, 'basePath'), tree.files);
      const start = root === '' ? '' : `${root}/`;
      const homepage = option(text, 'homepage') ?? 'README.md';
      const indexNames = ['README', ...(homepage.includes('/') ? [] : [homepage.replace(/\.\w+$/, '')])];
      const parts = new Set(
        ['loadSidebar', 'loadNavbar', 'coverpage', 'notFoundPage'].flatMap(
          (name) => option(text, name) ?? [],
        ),
      );
      const pages = tree.files
        .filter((one) => one.startsWith(start) && isMarkdown(one))
        .map((one) => one.slice(start.length))
        .filter(
          (within) => !/(?:^|\/)[._]/.test(within) && !parts.has(within.slice(within.lastIndexOf('/') + 1)),
        )
        .map((within) => {
          const isHome = within === homepage;
          const isIndex = isHome || isIndexFile(within, indexNames.slice(0, 1));
          return newPage(start + within, isHome ? '' : literalPath(within, ['README']), { isIndex });
        });
      const isHistory = /\brouterMode["']?[ \t]*:[ \t]*["']history["']/.test(text);
      return newSite(pages, {
        title: option(text, 'name'),
        addresses: {
          base: isHistory ? baseUrl : `${withoutEnd(baseUrl, '/')}/#`,
          ending: '',
          folderEnding: '/',
        },
        redirects: readAliases(text),
        sourceRoots: [root],
        assemble: async (page, own, warn) => ({
          text: await insertFiles(
            own,
            page.file,
            tree,
            (one, from) => findDocsifyIncludes(one, from, root),
            warn,
          ),
        }),
      });
    }
    return null;
  },
  siteFiles: [docsifySidebar, docsifyRedirects],
  includes: [],
  prepare: docsifyText,
  createAnchors: docsifyAnchors,
  readLink: (target) =>
    target
      .replace(/^(?:\.\/)?#(?=\/)/, '')
      .replace(/(^[^?#]*)\?id=([^&#]*).*/s, (_, path: string, id: string) => `${path}#${id}`),
  movedPath: () => null,
};

/** `alias: {'/de/(.*)': '/$1'}`. Other patterns are for sidebars only. https://docsify.js.org/#/configuration?id=alias */
function readAliases(html: string): Redirect[] {
  const start = /\balias["']?[ \t]*:[ \t\n]*\{/.exec(html);
  if (start === null) return [];
  const from = start.index + start[0].length;
  const listed = html.slice(from, html.indexOf('}', from));
  return Array.from(listed.matchAll(/["']([^"'\n]+)["'][ \t]*:[ \t]*["']([^"'\n]+)["']/g)).flatMap(
    ([, key = '', target = '']) => {
      const path = key.replace(/\/\(\.\*\)$/, '/:rest*');
      return /[()*+?$^|]/.test(path.replace(/:rest\*$/, ''))
        ? []
        : [{ from: path, to: target.replace('$1', ':rest') }];
    },
  );
}

/** The string value of an option in the script. */
function option(html: string, name: string): string | null {
  return new RegExp(`\\b${name}["']?[ \\t]*:[ \\t]*["']([^"'\\n]*)["']`).exec(html)?.[1] ?? null;
}

/** A base path may be a folder of the repository, or the site's path on its host, which is no folder here. */
function rootOf(folder: string, basePath: string | null, files: string[]): string {
  const named = basePath === null || basePath.includes('://') ? folder : joinPath(folder, basePath);
  return named === '' || files.some((file) => file.startsWith(`${named}/`)) ? named : folder;
}
