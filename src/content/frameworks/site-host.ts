import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText, walkObjects } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Site } from './framework.ts';
import { folderOf, joinPath } from '../site/paths.ts';

const hostName = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

/** The site with the host of GitHub Pages' `CNAME`, when its configuration names none. https://docs.github.com/pages */
export async function withHost(site: Site, tree: FileTree): Promise<Site> {
  if (URL.canParse(site.addresses.base) || site.pages.length === 0) return site;
  const own = site.pages[0]!.file;
  const file = tree.files.find((one) => {
    if (!/(?:^|\/)CNAME$/.test(one)) return false;
    const root = folderOf(one).replace(/(?:^|\/)(?:public|static)$/, '');
    return root === '' || own.startsWith(`${root}/`);
  });
  const name = file === undefined ? '' : ((await tree.read(file)).text ?? '').trim();
  if (!hostName.test(name)) return site;
  const base = `https://${name}/${joinPath(site.addresses.base)}`;
  return { ...site, addresses: { ...site.addresses, base } };
}

/** The address in the head of all pages of a VitePress site, or what its theme and plugins call `hostname`. */
export function hostOfHead(config: Record<string, unknown>): string | null {
  for (const tag of asList(config['head'])) {
    const { property, content, rel, href } = asObject(asList(tag)[1]);
    const url = property === 'og:url' ? asText(content) : rel === 'canonical' ? asText(href) : null;
    if (url !== null && URL.canParse(url)) return new URL(url).origin;
  }
  let found: string | null = null;
  walkObjects([config['plugins'], config['theme'], config['themeConfig']], ({ hostname }) => {
    if (typeof hostname === 'string' && hostname.startsWith('http') && URL.canParse(hostname))
      found ??= hostname;
  });
  return found;
}

/** The host of a Next.js site: next-sitemap's `siteUrl`, or `metadataBase` of its layout. */
export async function hostOfNext(
  files: string[],
  root: string,
  readConfig: ReadConfig,
): Promise<string | null> {
  const start = root === '' ? '' : `${root}/`;
  const inside = files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  const sitemap = inside.find((file) => /^next-sitemap\.config\.[cm]?js$/.test(file));
  const layouts = inside.filter((file) => /^(?:src\/)?app\/(?:[([][^/]+\/)?layout\.[jt]sx?$/.test(file));
  const known = [
    sitemap === undefined ? null : asObject((await readConfig(start + sitemap))['default'])['siteUrl'],
    ...(await Promise.all(
      layouts
        .slice(0, 5)
        .map(async (file) => asObject((await readConfig(start + file))['metadata'])['metadataBase']),
    )),
  ];
  return known.map(asText).find((url) => url !== null && URL.canParse(url)) ?? null;
}
