import { asObject, asText, asTexts } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { tagIncludes } from '../../includes/include-syntax.ts';
import { pandocAnchors } from '../../markdown/pandoc-anchors.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';
import { isOfRepository } from '../find-config.ts';
import { flatValues } from '../flat-values.ts';
import type { Framework } from '../framework.ts';
import { navigationTitles } from '../navigation-titles.ts';
import { baseOf, isPart, newSite, pagesBelow } from '../new-site.ts';
import { quartoText } from './text.ts';

/** The values of `{{< var name >}}`. */
type Facts = { variables: Record<string, string> };

/** Quarto websites and books. https://quarto.org/docs/reference/projects/websites.html */
export const quarto: Framework<Facts> = {
  name: 'quarto',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    const [website = {}, book = {}, project = {}] = ['website', 'book', 'project'].map((key) =>
      asObject(config[key]),
    );
    const variables = flatValues((await readConfig(joinPath(root, '_variables.yml')))['default']);
    const isRendered = renderedBy(asTexts(project['render']));
    const titles = navigationTitles([website, book]);
    const pages = pagesBelow(tree.files, root, (within, one) =>
      isPart(within) || isOfRepository(one) || !isRendered(within)
        ? null
        : {
            language: asText(config['lang']),
            title: titles.get(literalPath(within, ['index'])) ?? null,
            facts: { variables },
          },
    );
    return newSite(pages, {
      title: asText(website['title'] ?? book['title']),
      addresses: {
        base: baseOf(baseUrl, website['site-url'] ?? book['site-url'], website['site-path']),
        ending: '.html',
        folderEnding: '/',
      },
      sourceRoots: [root],
    });
  },
  siteFiles: [
    yamlFile(
      {
        fits: /(?:^|\/)_quarto(?:-[\w-]+)?\.ya?ml$/,
        parts: ['website', 'book'].flatMap((kind) =>
          ['chapters', 'appendices', 'sidebar', 'navbar', 'page-footer'].map((part) => [kind, part]),
        ),
      },
      {
        targets: ['href', 'file', 'url', 'part', 'section'],
        titles: ['text', 'section', 'part', 'title'],
        texts: true,
        folders: ['contents', 'auto'],
        bareTitles: true,
      },
      (target) => /\/$|\.(?:qmd|md|rmd|ipynb|html)(?:$|[?#])/i.test(target) && !target.includes('*'),
    ),
  ],
  failsWithout: 'pages',
  runs: [{ files: /(?:^|\/)_quarto\.ya?ml$|\.[qr]md$/i, hasDirectives: true }],
  // https://quarto.org/docs/authoring/includes.html
  includes: [tagIncludes('{{<', /(?<!\{)\{\{<[ \t]+include[ \t]+["']?([^\s"'<>{}]+)["']?[ \t]+>\}\}/g)],
  definitions: true,
  prepare: (body, { facts }, data) => quartoText(body, data, facts?.variables ?? {}),
  createAnchors: pandocAnchors,
  otherPaths: (_page, data) =>
    listField(data, 'aliases').map((alias) => joinPath(alias.replace(/\.html$/, ''))),
};

/** `project.render`: files and globs, `!` before those that are left out; without any, everything. */
function renderedBy(globs: string[]): (within: string) => boolean {
  const deep = (of: string[]) => matchGlobs(of.flatMap((glob) => [glob, joinPath(glob, '**')]));
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const isWanted = deep(wanted);
  const isUnwanted = deep(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
  return (within) => (wanted.length === 0 || isWanted(within)) && !isUnwanted(within);
}
