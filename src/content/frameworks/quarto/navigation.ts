import type { Navigation, SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

/** Keys of `website` and `book` below which there are pages. */
const parts = ['chapters', 'appendices', 'sidebar', 'navbar', 'page-footer'];

/**
 * `_quarto.yml` and its profiles. https://quarto.org/docs/books/book-structure.html
 * https://quarto.org/docs/reference/projects/websites.html
 */
export const quartoNavigation: SiteFile = {
  fits: /(?:^|\/)_quarto(?:-[\w-]+)?\.ya?ml$/,
  parts: ['website', 'book'].flatMap((kind) => parts.map((part) => [kind, part])),
  readNavigation(text) {
    const document = parseYaml(text);
    const found = ['website', 'book'].flatMap((kind) =>
      parts.map((part) => readPart(text, document.getIn([kind, part], true))),
    );
    const entries = found.flatMap((one) => one.entries).sort((a, b) => a.span.start - b.span.start);
    const folders = found.flatMap((one) => one.folders);
    return {
      // A part or section is named by its page or by a title.
      entries: entries.filter(({ target }) => isPath(target) && !target.includes('*')),
      folders: [...folders, ...entries.map(({ target }) => target).filter((one) => one.includes('*'))].map(
        (folder) => (/^(?:auto|true)$/.test(folder) ? '.' : folder),
      ),
    };
  },
};

const isPath = (text: string) => /\/$|\.(?:qmd|md|rmd|ipynb|html)(?:$|[?#])/i.test(text);

/** `contents: auto` and `auto: guide/*.qmd` take the pages of a folder. https://quarto.org/docs/websites/website-navigation.html#auto-generation */
function readPart(text: string, part: unknown): Navigation {
  return yamlEntries(text, part, {
    targets: ['href', 'file', 'url', 'part', 'section'],
    titles: ['text', 'section', 'part', 'title'],
    texts: true,
    folders: ['contents', 'auto'],
    bareTitles: true,
  });
}
