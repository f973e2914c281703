import { folderOf } from '../../site/paths.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

/** `toc.yml` of a folder, for DocFX. https://dotnet.github.io/docfx/docs/table-of-contents.html */
export const docfxNavigation: SiteFile = {
  fits: /(?:^|\/)toc\.ya?ml$/i,
  rootsOf: (file, sourceRoots) => [folderOf(file), ...sourceRoots],
  readNavigation(text) {
    const { entries } = yamlEntries(text, parseYaml(text).contents, {
      targets: ['href', 'topicHref', 'homepage'],
      titles: ['name'],
      bareTitles: true,
    });
    // `api/` and `api/toc.yml` stand for the table of contents in that folder.
    return { entries: entries.filter(({ target }) => !/(?:\/|toc\.\w+)$/i.test(target)), folders: [] };
  },
};
