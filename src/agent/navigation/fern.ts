import { posix } from 'node:path';
import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** Keys of `docs.yml`, or of the file of a product or version, below which there are pages. */
const parts = ['navigation', 'landing-page', 'tabs', 'products', 'versions'];

/** `fern/docs.yml` and the files that it names. https://buildwithfern.com/learn/docs/configuration/navigation */
export const fernNavigation: NavigationFormat = {
  framework: 'fern',
  fits: isFernNavigation,
  read(text) {
    const document = parseYaml(text);
    const found = parts.map((part) =>
      yamlEntries(text, document.get(part, true), {
        targets: ['path', 'summary'],
        titles: ['page', 'section', 'api', 'title', 'display-name'],
        folders: ['folder', 'changelog'],
        bareTitles: true,
      }),
    );
    return {
      // The path of a product or version leads to a file with a navigation of its own.
      entries: found.flatMap(({ entries }) => entries).filter(({ target }) => /\.mdx?$/.test(target)),
      folders: found.flatMap(({ folders }) => folders),
    };
  },
};

/** The names of products' and versions' files are free; API descriptions lie in folders of their own. */
export function isFernNavigation(path: string): boolean {
  const folders = posix.dirname(path).split('/');
  return (
    /\.ya?ml$/.test(path) &&
    folders.includes('fern') &&
    !folders.some((folder) => /^(?:apis|definition|openapi|asyncapi)$/.test(folder)) &&
    !/^(?:generators|openapi|asyncapi|\.|.*overrides)/.test(posix.basename(path))
  );
}
