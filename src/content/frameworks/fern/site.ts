import { slug } from 'github-slugger';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { importedParts, sourceParts } from '../../includes/part-targets.ts';
import { textAttribute } from '../../markdown/element.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';
import type { PageFile } from '../../site/site-facts.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { Framework } from '../framework.ts';
import { readRedirects } from '../host-redirects.ts';
import { kebabCase } from '../kebab-case.ts';
import { newPage, newSite } from '../new-site.ts';

/** The path of the site on its host, that of the page's version, and the one around that. */
type Facts = { base?: string; version?: string; outer?: string };

/** Fern. Only the pages of the navigation are published. https://buildwithfern.com/learn/docs/configuration/navigation */
export const fern: Framework<Facts> = {
  name: 'fern',
  async open(tree, readConfig, { baseUrl }, claimed) {
    for (const file of claimed) {
      const config = asObject((await readConfig(file))['default']);
      const isSite = ['navigation', 'versions', 'products'].some((key) => key in config);
      if (!isSite || !('instances' in config)) continue;
      const address = addressOf(config);
      const { pages, apis } = await readNavigation(tree, readConfig, file);
      const home = pages.find(({ isDefault, hidden }) => isDefault !== false && !hidden);
      return newSite(
        pages.map((page) => ({ ...page, facts: { ...page.facts, base: address.path } })),
        {
          title: asText(config['title']),
          addresses: { base: baseUrl ?? address.url, ending: '', folderEnding: '' },
          redirects: [
            ...readRedirects(config['redirects']),
            ...(home === undefined || pages.some(({ path }) => path === '')
              ? []
              : [{ from: '/', to: home.path }]),
          ],
          generated: apis.map(({ path }) => path),
          sourceRoots: [folderOf(file)],
          placeOperation: (one, { method, tag, operationId, path, sdk }) => {
            const api = apis.find(({ name }) => name !== '' && `/${one}`.includes(`/${name}/`)) ?? apis[0];
            if (api === undefined || method === '') return api?.path ?? null;
            const name = operationId?.split('_').at(-1) ?? `${method} ${path}`;
            return joinPath(api.path, ...(sdk ?? [tag ?? '', name]).map(kebabCase));
          },
        },
      );
    }
    return null;
  },
  siteFiles: [
    yamlFile(
      {
        // `docs.yml` and the files that it names, whose names are free; API descriptions lie in folders of their own.
        fits: /^(?!(?:.*\/)?(?:apis|definition|openapi|asyncapi)\/)(?:.*\/)?fern\/(?:.*\/)?(?!generators|openapi|asyncapi|\.|[^/]*overrides)[^/]*\.ya?ml$/,
        parts: [['navigation'], ['products', 'navigation'], ['versions', 'navigation'], ['landing-page']],
        rootsOf: (file, sourceRoots) => [folderOf(file), ...sourceRoots],
      },
      {
        targets: ['path', 'summary'],
        titles: ['page', 'section', 'api', 'title', 'display-name'],
        folders: ['folder', 'changelog'],
        bareTitles: true,
      },
      isMarkdown,
      [['navigation'], ['landing-page'], ['tabs'], ['products'], ['versions']],
    ),
  ],
  failsWithout: 'pages',
  parts: [importedParts, sourceParts],
  componentAnchors(element) {
    const title = textAttribute(element, 'title');
    return title !== null && /^(?:Accordion|Step|Tab)$/.test(element.name) ? [slug(title)] : [];
  },
  movedPath({ facts, isDefault }, data) {
    const written = textField(data, 'slug');
    if (written === null) return null;
    const { base = '', version = '', outer = '' } = facts ?? {};
    const path = below(joinPath(written), base);
    const rest = below(path, version);
    if (isDefault === false) return joinPath(version, below(rest, outer));
    return rest === path ? path : joinPath(outer, rest);
  },
  // The default version is below its own slug, too.
  otherPaths({ path, facts, isDefault }, data) {
    const { base = '', version, outer = '' } = facts ?? {};
    if (version === undefined || isDefault === false) return [];
    const own = below(joinPath(textField(data, 'slug') ?? path), base);
    return [joinPath(version, below(below(own, version), outer))];
  },
};

/** `instances: [{url: acme.docs.buildwithfern.com/docs, custom-domain: docs.acme.com/docs}]`; the last one is production. */
function addressOf(config: Record<string, unknown>): { url: string; path: string } {
  const instances = asList(config['instances']).map(asObject);
  const { url: own, 'custom-domain': domains } =
    instances.find((one) => 'custom-domain' in one) ?? instances.at(-1) ?? {};
  const domain = asText([domains].flat()[0]) ?? asText(own) ?? '';
  const url = domain === '' || domain.includes('://') ? domain : `https://${domain}`;
  return URL.canParse(url) ? { url, path: joinPath(new URL(url).pathname) } : { url: '', path: '' };
}

/** The path without a folder that it begins with. */
const below = (path: string, folder: string) =>
  folder !== '' && `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

/** Maximum depth and items. */
const maxDepth = 30;
const maxItems = 50_000;

/** Where the walk is: the path so far, the folder of the file, its tabs, and what all pages below have. */
type Place = {
  at: string;
  folder: string;
  tabs: Record<string, unknown>;
  page: Partial<PageFile<Facts>>;
  isApi?: true;
};

/** The pages at the paths that the slugs or titles of the products, versions, tabs and sections around them make. */
async function readNavigation(
  tree: FileTree,
  readConfig: ReadConfig,
  config: string,
): Promise<{ pages: PageFile<Facts>[]; apis: { name: string; path: string }[] }> {
  const files = new Set(tree.files);
  const pages = new Map<string, PageFile<Facts>>();
  const apis: { name: string; path: string }[] = [];
  let left = maxItems;
  const add = (file: string, path: string, known: Partial<PageFile<Facts>>): void => {
    if (files.has(file) && !pages.has(file)) pages.set(file, newPage(file, path, known));
  };
  const addFolder = (folder: string, place: Place): void => {
    for (const file of tree.files.filter((one) => isMarkdown(one) && one.startsWith(`${folder}/`))) {
      const within = literalPath(file.slice(folder.length + 1), ['index', 'overview']);
      // A changelog's entry is named after its day: `2024-07-31.mdx` is `2024/7/31`.
      const day = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(within)?.slice(1).map(Number);
      const path = joinPath(place.at, ...(day?.join('/') ?? within).split('/').map(kebabCase));
      const title =
        day === undefined
          ? null
          : new Date(Date.UTC(day[0]!, day[1]! - 1, day[2]!)).toLocaleDateString('en-US', {
              dateStyle: 'long',
              timeZone: 'UTC',
            });
      add(file, path, { ...place.page, title });
    }
  };
  const readSite = async (file: string, place: Place, depth: number): Promise<void> => {
    const settings = asObject((await readConfig(file))['default']);
    const tabs = asObject(settings['tabs']);
    const { products, versions, navigation, 'landing-page': landing } = settings;
    await readItem(
      { products, versions, contents: [landing, navigation].flat(), 'skip-slug': true },
      { ...place, folder: folderOf(file), tabs },
      depth,
    );
  };
  const readItem = async (given: unknown, outer: Place, depth: number): Promise<void> => {
    const item = { ...asObject(outer.tabs[asText(asObject(given)['tab']) ?? '']), ...asObject(given) };
    left -= 1;
    if (depth > maxDepth || left < 0) return;
    const { page, section, api, title, changelog, folder, path, summary } = item;
    const name = ['display-name', 'version', 'product']
      .map((key) => item[key])
      .find((one) => one !== undefined);
    const titled = asText(page ?? section ?? api ?? name ?? title);
    const ownName =
      titled ?? (changelog === undefined ? asText(folder)?.split('/').at(-1) : 'Changelog') ?? '';
    const at =
      item['skip-slug'] === true ? outer.at : joinPath(outer.at, asText(item['slug']) ?? kebabCase(ownName));
    const hidden = outer.page.hidden === true || item['hidden'] === true;
    const place: Place = { ...outer, at, page: { ...outer.page, title: titled, hidden } };
    const file = asText(path ?? summary);
    if (api !== undefined) {
      place.isApi = true;
      apis.push({ name: asText(item['api-name']) ?? '', path: at });
    }
    for (const one of [changelog, folder])
      if (typeof one === 'string') addFolder(joinPath(place.folder, one), place);
    if (file !== null && isMarkdown(file)) add(joinPath(place.folder, file), at, place.page);
    else if (file !== null) await readSite(joinPath(place.folder, file), place, depth + 1);
    // The pages of a package of an API: `- pets: [{page: About pets, path: pets.mdx}, addPet]`.
    if (place.isApi === true && titled === null && file === null)
      for (const [name, inside] of Object.entries(item))
        for (const one of asList(inside))
          await readItem(one, { ...place, at: joinPath(outer.at, kebabCase(name)) }, depth + 1);
    for (const key of ['products', 'contents', 'layout', 'variants'])
      for (const one of asList(item[key])) await readItem(one, place, depth + 1);
    // The first version is the default, without its slug.
    for (const [nth, one] of asList(item['versions']).map(asObject).entries()) {
      const name = asText(one['display-name']);
      const version = joinPath(at, asText(one['slug']) ?? kebabCase(name ?? ''));
      const known = { version: name, isDefault: nth === 0, facts: { outer: at, version } };
      const given = nth === 0 ? { ...one, 'skip-slug': true } : one;
      await readItem(given, { ...place, page: { ...place.page, ...known } }, depth + 1);
    }
  };
  await readSite(config, { at: '', folder: '', tabs: {}, page: {} }, 0);
  return { pages: [...pages.values()], apis };
}
