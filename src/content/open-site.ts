import type { ReadConfig } from './config/evaluate-module.ts';
import { type DetectedSite, detectFramework } from './frameworks/detect-framework.ts';
import type { SiteOptions } from './frameworks/framework.ts';
import { guessFramework } from './frameworks/guess-framework.ts';
import { learnAddresses } from './frameworks/learn-addresses.ts';
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
  const detected = await likeItsPages(await detectFramework(tree, readConfig, options), tree);
  const urls = options.urls ?? (await readUrlMapping(tree, readConfig));
  if (urls !== null) return { ...detected, site: mapUrls(detected.site, urls) };
  if (detected.isConfigured) return detected;
  const { site, why } = await learnAddresses(detected.site, tree);
  return { ...detected, site, reason: { ...detected.reason, why: why ?? detected.reason.why } };
}

/** Pages without a configuration are read by the rules of the framework whose syntax they have. */
async function likeItsPages(detected: DetectedSite, tree: FileTree): Promise<DetectedSite> {
  const guess = detected.isConfigured ? null : await guessFramework(detected.site.pages, tree);
  if (guess === null) return detected;
  const { framework, pages, sampled } = guess;
  const why = `no configuration of a docs framework was found, and ${pages} of ${sampled} pages have the syntax of ${framework}: addresses follow the folders`;
  return { ...detected, framework, reason: { ...detected.reason, why } };
}
