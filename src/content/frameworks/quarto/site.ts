import { quartoNavigation } from './navigation.ts';
import { asObject, asText, asTexts } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { quartoIncludes } from './includes.ts';
import { pandocAnchors } from '../../markdown/pandoc-anchors.ts';
import { quartoText } from './text.ts';
import { findConfig, isOfRepository } from '../find-config.ts';
import { flatValues } from '../flat-values.ts';
import type { Framework } from '../framework.ts';
import { matchGlobs } from '../../site/glob.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { navigationTitles } from '../navigation-titles.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

const indexNames = ['index'];

/** Quarto websites and books. https://quarto.org/docs/reference/projects/websites.html */
export const quarto: Framework = {
  name: 'quarto',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)_quarto\.ya?ml$/);
    if (file === null) return null;
    const root = folderOf(file);
    const start = root === '' ? '' : `${root}/`;
    const config = asObject((await readConfig(file))['default']);
    const [website, book, project] = ['website', 'book', 'project'].map((key) => asObject(config[key]));
    const values = asObject((await readConfig(`${start}_variables.yml`))['default']);
    const variables = Object.keys(values).length === 0 ? null : JSON.stringify(flatValues(values));
    const isRendered = renderedBy(asTexts(project!['render']));
    const titles = navigationTitles([website, book]);
    const pages = tree.files
      .filter((one) => one.startsWith(start) && isMarkdown(one) && !isOfRepository(one))
      .map((one) => ({ one, within: one.slice(start.length) }))
      .filter(({ within }) => !/(?:^|\/)[._]/.test(within) && isRendered(within))
      .map(({ one, within }) =>
        newPage(one, literalPath(within, indexNames), {
          isIndex: isIndexFile(within, indexNames),
          language: asText(config['lang']),
          title: titles.get(literalPath(within, indexNames)) ?? null,
          ...(variables !== null && { extra: { variables } }),
        }),
      );
    return newSite(pages, {
      title: asText(website!['title'] ?? book!['title']),
      addresses: {
        base: baseOf(baseUrl, website!['site-url'] ?? book!['site-url'], website!['site-path']),
        ending: '.html',
        folderEnding: '/',
      },
      redirects: await readHostRedirects(tree, root, readConfig),
      sourceRoots: [root],
    });
  },
  siteFiles: [quartoNavigation],
  failsWithout: 'pages',
  runs: [{ files: /(?:^|\/)_quarto\.ya?ml$|\.[qr]md$/i, hasDirectives: true }],
  includes: [quartoIncludes],
  definitions: true,
  prepare: (body, { extra }, data) =>
    quartoText(body, data, JSON.parse(extra?.['variables'] ?? '{}') as Record<string, string>),
  createAnchors: pandocAnchors,
  otherPaths: (_page, data) =>
    listField(data, 'aliases').map((alias) => joinPath(alias.replace(/\.html$/, ''))),
  movedPath: () => null,
};

/** `project.render`: files and globs, `!` before those that are left out; without any, everything. */
function renderedBy(globs: string[]): (within: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const isWanted = matchGlobs(
    wanted.flatMap((glob) => (glob.endsWith('/') ? [`${glob}**`] : [glob, `${glob}/**`])),
  );
  const isUnwanted = matchGlobs(
    globs.filter((glob) => glob.startsWith('!')).flatMap((glob) => [glob.slice(1), `${glob.slice(1)}/**`]),
  );
  return (within) => (wanted.length === 0 || isWanted(within)) && !isUnwanted(within);
}
