import type { ReadConfig } from './config/evaluate-module.ts';
import { type DetectedSite, detectFramework } from './frameworks/detect-framework.ts';
import type { SiteOptions } from './frameworks/framework.ts';
import { learnAddresses } from './frameworks/learn-addresses.ts';
import { plain } from './frameworks/plain.ts';
import { mapUrls, readUrlMapping } from './frameworks/url-mapping.ts';
import type { FileTree } from './sources/file-tree.ts';

/**
 * Opens a tree as a site. Its URLs come from the given mapping, else from the framework's rules, and without a
 * framework from the pages' own links.
 */
export async function openSite(
  tree: FileTree,
  readConfig: ReadConfig,
  options: SiteOptions,
): Promise<DetectedSite> {
  const detected = await detectFramework(tree, readConfig, options);
  const urls = options.urls ?? (await readUrlMapping(tree, readConfig));
  if (urls !== null) return { ...detected, site: mapUrls(detected.site, urls) };
  if (detected.framework !== plain.name) return detected;
  const { site, why } = await learnAddresses(detected.site, tree);
  return { ...detected, site, reason: { ...detected.reason, why: why ?? detected.reason.why } };
}
