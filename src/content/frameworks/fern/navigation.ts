import { folderOf } from '../../site/paths.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

/** Keys of `docs.yml`, or of the file of a product or version, below which there are pages. */
const parts = ['navigation', 'landing-page', 'tabs', 'products', 'versions'];

/**
 * `fern/docs.yml` and the files that it names, whose names are free; API descriptions lie in folders of their own.
 * https://buildwithfern.com/learn/docs/configuration/navigation
 */
export const fernNavigation: SiteFile = {
  fits: /^(?!(?:.*\/)?(?:apis|definition|openapi|asyncapi)\/)(?:.*\/)?fern\/(?:.*\/)?(?!generators|openapi|asyncapi|\.|[^/]*overrides)[^/]*\.ya?ml$/,
  parts: [['navigation'], ['products', 'navigation'], ['versions', 'navigation'], ['landing-page']],
  rootsOf: (file, sourceRoots) => [folderOf(file), ...sourceRoots],
  readNavigation(text) {
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
