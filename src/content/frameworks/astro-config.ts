import { asObject, asText } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { findConfigs } from './find-config.ts';
import type { Redirect } from './framework.ts';

/** The configuration of an Astro site, with or without Starlight; null when there is none. */
export async function findAstroConfig(tree: FileTree, hasStarlight: boolean): Promise<string | null> {
  for (const file of findConfigs(tree.files, /(?:^|\/)astro\.config\.(?:[cm]?js|[cm]?ts)$/)) {
    const { text } = await tree.read(file);
    if (text !== null && text.includes('@astrojs/starlight') === hasStarlight) return file;
  }
  return null;
}

export function astroRedirects(config: Record<string, unknown>): Redirect[] {
  return Object.entries(asObject(config['redirects'])).flatMap(([from, to]) => {
    const target = asText(to) ?? asText(asObject(to)['destination']);
    return target === null ? [] : [{ from, to: target }];
  });
}

/** The ending of a page's address. https://docs.astro.build/en/reference/configuration-reference/#trailingslash */
export function astroEnding(config: Record<string, unknown>): '' | '/' {
  return config['trailingSlash'] === 'never' ? '' : '/';
}
