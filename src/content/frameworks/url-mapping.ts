import type { ReadConfig } from '../config/evaluate-module.ts';
import { asObject, asText } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { PageFile, Site } from './framework.ts';
import { joinPath } from './paths.ts';
import { createRewrite } from './vitepress-rewrites.ts';

/** Where people say how files become addresses on a site generator of their own. */
const files = ['docent.yaml', 'docent.yml', 'docent.json'];

/**
 * The site with the addresses that `urls` in the docs root's `docent.yaml` gives:
 * `{folder, base, stripNumbers, rules: {':section/:page': ':page'}, prefix, slug, ending}`, applied in this order.
 */
export async function mapUrls(site: Site, tree: FileTree, readConfig: ReadConfig): Promise<Site> {
  const file = files.find((one) => tree.files.includes(one));
  if (file === undefined) return site;
  const urls = asObject(asObject((await readConfig(file))['default'])['urls']);
  if (Object.keys(urls).length === 0) return site;
  const folder = joinPath(asText(urls['folder']) ?? '');
  const rewrite = createRewrite(urls['rules']);
  const prefix = joinPath(asText(urls['prefix']) ?? '');
  const slug = asText(urls['slug']);
  const map = (page: PageFile): PageFile => {
    const inFolder =
      folder !== '' && page.path.startsWith(`${folder}/`) ? page.path.slice(folder.length + 1) : page.path;
    const bare = urls['stripNumbers'] === true ? inFolder.split('/').map(withoutNumber).join('/') : inFolder;
    const path = joinPath(prefix, rewrite(bare));
    return {
      ...page,
      path,
      ...(slug !== null && { extra: { ...page.extra, slugField: slug, slugPrefix: prefix } }),
    };
  };
  const ending = asText(urls['ending']);
  return {
    ...site,
    pages: site.pages.filter((page) => folder === '' || page.file.startsWith(`${folder}/`)).map(map),
    addresses: {
      base: asText(urls['base']) ?? site.addresses.base,
      ending: ending ?? site.addresses.ending,
      folderEnding: ending ?? site.addresses.folderEnding,
    },
    sourceRoots: folder === '' ? site.sourceRoots : [...site.sourceRoots, folder],
  };
}

/** `01-intro` is `intro`. */
function withoutNumber(segment: string): string {
  return /^\d+[-_.]+(.+)$/.exec(segment)?.[1] ?? segment;
}
