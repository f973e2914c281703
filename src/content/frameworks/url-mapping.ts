import type { UrlMapping } from '../../lib/url-mapping.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import { asObject, asText } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Site } from './framework.ts';
import type { PageFile } from '../site/site-facts.ts';
import { joinPath } from '../site/paths.ts';
import { createRewrite } from './rewrites.ts';

/** The file in the docs root that holds the mapping. */
const files = ['docent.yaml', 'docent.yml', 'docent.json'];

/** The `urls` of the docs root's `docent.yaml`; null without them. */
export async function readUrlMapping(tree: FileTree, readConfig: ReadConfig): Promise<UrlMapping | null> {
  const file = files.find((one) => tree.files.includes(one));
  if (file === undefined) return null;
  const urls = urlMappingOf(asObject((await readConfig(file))['default'])['urls']);
  return Object.keys(urls).length === 0 ? null : urls;
}

/** The valid fields of a mapping; unknown names and values of the wrong type are left out. */
export function urlMappingOf(value: unknown): UrlMapping {
  const given = asObject(value);
  const endings = ['', '/', '.html'] as const;
  const rules = Object.entries(asObject(given['rules'])).filter(
    (rule): rule is [string, string] => typeof rule[1] === 'string',
  );
  const known: UrlMapping = {
    folder: asText(given['folder']) ?? undefined,
    stripNumbers: given['stripNumbers'] === true ? true : undefined,
    rules: rules.length > 0 ? Object.fromEntries(rules) : undefined,
    prefix: asText(given['prefix']) ?? undefined,
    slug: asText(given['slug']) ?? undefined,
    base: asText(given['base']) ?? undefined,
    ending: endings.find((one) => one === given['ending']),
  };
  return Object.fromEntries(Object.entries(known).filter(([, one]) => one !== undefined));
}

/** The site with this mapping: folder, numbers, rules, prefix and slug are applied in this order. */
export function mapUrls(site: Site, urls: UrlMapping): Site {
  const folder = joinPath(urls.folder ?? '');
  const rewrite = createRewrite(urls.rules);
  const prefix = joinPath(urls.prefix ?? '');
  const map = (page: PageFile): PageFile => {
    const inFolder =
      folder !== '' && page.path.startsWith(`${folder}/`) ? page.path.slice(folder.length + 1) : page.path;
    const bare = urls.stripNumbers === true ? inFolder.split('/').map(withoutNumber).join('/') : inFolder;
    const path = joinPath(prefix, rewrite(bare));
    if (urls.slug === undefined) return { ...page, path };
    return { ...page, path, slug: { field: urls.slug, prefix } };
  };
  return {
    ...site,
    pages: site.pages.filter((page) => folder === '' || page.file.startsWith(`${folder}/`)).map(map),
    addresses: {
      base: urls.base ?? site.addresses.base,
      ending: urls.ending ?? site.addresses.ending,
      folderEnding: urls.ending ?? site.addresses.folderEnding,
    },
    sourceRoots: folder === '' ? site.sourceRoots : [...site.sourceRoots, folder],
  };
}

/** `01-intro` is `intro`. */
export function withoutNumber(segment: string): string {
  return /^\d+\s*[-_.]+\s*([^-_.\s].*)$/s.exec(segment)?.[1] ?? segment;
}
