import { slug } from 'github-slugger';
import { asList, asObject, asText, asTexts, walkObjects } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';
import type { Framework } from '../framework.ts';
import { readRedirects } from '../host-redirects.ts';
import { isPart, newSite, pagesBelow } from '../new-site.ts';

/** Settings of a site: a `redocly.yaml` without them only says how to check OpenAPI. */
const siteKeys = ['navbar', 'footer', 'logo', 'seo', 'breadcrumbs', 'markdown', 'l10n', 'products'];

/** Redocly Realm. https://redocly.com/docs/realm */
export const redocly: Framework = {
  name: 'redocly',
  async open(tree, readConfig, { baseUrl = '' }, [file = '']) {
    const root = folderOf(file);
    const read = async (one: string): Promise<unknown> => (await readConfig(one))['default'];
    const config = asObject(await read(file));
    const lists = tree.files.filter((one) => /(?:^|\/)(?:sidebars|versions)\.ya?ml$/.test(one));
    if (lists.length === 0 && !siteKeys.some((key) => key in config)) return null;
    const defaults = new Set<string>();
    const titles = new Map<string, string>();
    for (const one of lists) {
      const list = await read(one);
      const main = asText(asObject(list)['default']);
      if (main !== null) defaults.add(joinPath(folderOf(one), `@${main}`));
      walkObjects(asList(list), ({ page, label }) => {
        if (typeof page === 'string' && typeof label === 'string')
          titles.set(joinPath(folderOf(one), page), label);
      });
    }
    const left = [...asTexts(config['ignore']), ...asTexts(asObject(config['markdown'])['partialsFolders'])];
    const isLeftOut = matchGlobs(left.flatMap((one) => [one, joinPath(one, '**')]));
    const pages = pagesBelow(tree.files, root, (within, one) => {
      if (isPart(within) || isLeftOut(within)) return null;
      // `@l10n/de/` holds German; `@v2/` holds version v2, which loses its folder when it is the default.
      const language = /(?:^|\/)@(?:l10n|i18n)\/([^/]+)\//.exec(within)?.[1] ?? null;
      const folder = /^(?:.*\/)?@(?!l10n|i18n)[^/]+(?=\/)/.exec(within)?.[0];
      const isMain = folder === undefined || defaults.has(joinPath(root, folder));
      const served = within
        .replace(/(^|\/)@(?:l10n|i18n)\//, '$1')
        .replace(/(^|\/)@([^/]+)\//, isMain ? '$1' : '$1$2/');
      return {
        path: slugPath(literalPath(served, ['index'])),
        version: folder?.slice(folder.lastIndexOf('@') + 1) ?? null,
        language,
        isDefault: isMain && language === null,
        title: titles.get(one) ?? null,
      };
    });
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      redirects: readRedirects(config['redirects']),
      sourceRoots: [root],
      // `apis/museum.yaml` is served at `apis/museum`, its operations below their tags.
      placeOperation(one, { method, tag, operationId, path }) {
        const api = slugPath(literalPath(root === '' ? one : one.slice(root.length + 1), ['index']));
        return method === ''
          ? api
          : joinPath(api, slug(tag ?? 'other'), slug(operationId ?? `${path} ${method}`));
      },
    });
  },
  // https://redocly.com/docs/realm/navigation/sidebars
  siteFiles: [
    yamlFile(
      { fits: /(?:^|\/)[\w.-]*sidebars?\.ya?ml$/ },
      { targets: ['page', 'link'], titles: ['label', 'group'] },
    ),
  ],
  includes: [percentIncludes],
  prepare: percentTags,
  movedPath: ({ language }, data) =>
    listField(data, 'slug').map((one) => joinPath(language?.toLowerCase() ?? '', one))[0] ?? null,
  otherPaths: ({ language }, data) => [
    ...listField(data, 'slug')
      .slice(1)
      .map((one) => joinPath(language?.toLowerCase() ?? '', one)),
    ...Object.keys(asObject(data['redirects'])).map((from) => joinPath(from)),
  ],
};

/** As Realm makes addresses of files: in lower case, without punctuation but dots, each space a dash. */
function slugPath(path: string): string {
  return path.replaceAll(/[^./]+/g, (part) => slug(part));
}
