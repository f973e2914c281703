import type { ReadConfig } from './config/evaluate-module.ts';
import { type DetectedSite, detectFramework } from './frameworks/detect-framework.ts';
import { frameworkNamed } from './frameworks/registry.ts';
import type { SiteOptions } from './frameworks/framework.ts';
import { guessFramework } from './frameworks/guess-framework.ts';
import { nuxtContent, servedAs } from './frameworks/nuxt-content/site.ts';
import { withHost } from './frameworks/site-host.ts';
import { learnAddresses } from './frameworks/learn-addresses.ts';
import { learnAnchors } from './frameworks/learn-anchors.ts';
import { plain } from './frameworks/plain/site.ts';
import { isMarkdown } from './site/endings.ts';
import { mapUrls, readUrlMapping } from './frameworks/url-mapping.ts';
import type { Dialect } from './site/site-facts.ts';
import { openByConfigAbove } from './open-above.ts';
import type { RunTask } from './run-in-worker.ts';
import type { FileTree } from './sources/file-tree.ts';
import { readingOnce } from './sources/read-texts.ts';

/**
 * Opens a tree as a site. Its URLs come from the given mapping, else from the framework's rules by its configuration,
 * here or in a folder above, and without one from the pages' own links.
 * @param run reads the configurations above
 */
export async function openSite(
  tree: FileTree,
  readConfig: ReadConfig,
  options: SiteOptions,
  run?: RunTask,
): Promise<DetectedSite> {
  const detected = await openFound(tree, readConfig, options, run);
  return options.baseUrl === undefined
    ? { ...detected, site: await withHost(detected.site, tree) }
    : detected;
}

async function openFound(
  tree: FileTree,
  readConfig: ReadConfig,
  options: SiteOptions,
  run?: RunTask,
): Promise<DetectedSite> {
  const own = await detectFramework(tree, readConfig, options);
  const urls = options.urls ?? (await readUrlMapping(tree, readConfig));
  const sampled = readingOnce(tree);
  if (urls !== null) {
    const { site } = await withAnchors(await likeItsPages(own, sampled), sampled);
    return { ...own, site: mapUrls(site, urls) };
  }
  if (own.isConfigured && own.isConfigHere) return own;
  const { detected, unused } = await openByConfigAbove(tree, options, run);
  if (detected !== null) return detected;
  own.site.warnings.push(...unused.map((file) => ({ file, message: notForThese })));
  if (own.isConfigured) return own;
  const like = await likeItsPages(own, sampled);
  const { site, why } = await learnAddresses(like.site, sampled);
  return {
    ...(await withAnchors({ ...like, site }, sampled)),
    reason: { ...like.reason, why: why ?? like.reason.why },
  };
}

async function withAnchors(detected: DetectedSite, tree: FileTree): Promise<DetectedSite> {
  return detected.framework === plain.name
    ? { ...detected, site: await learnAnchors(detected.site, tree) }
    : detected;
}

const notForThese =
  'This configuration is above the docs and does not cover them, so addresses follow the folders. Name the folder that it is for, or give a URL mapping.';

/** Pages without a configuration are read by the rules of the framework whose syntax they have. */
async function likeItsPages(detected: DetectedSite, tree: FileTree): Promise<DetectedSite> {
  const guess = detected.isConfigured ? null : await guessFramework(detected.site.pages, tree);
  if (guess === null) return detected;
  const { framework, pages, sampled } = guess;
  const { site } = detected;
  const dialects: Dialect[] = ['mdx', 'markdown'];
  const read =
    framework === nuxtContent.name
      ? site.pages.map((page) => ({ ...page, ...servedAs(page.file) }))
      : frameworkNamed(framework).mdIsMdx === true
        ? site.pages.map((page) => (isMarkdown(page.file) ? { ...page, dialects } : page))
        : site.pages;
  const why = `no configuration of a docs framework was found, and ${pages} of ${sampled} pages have the syntax of ${framework}: addresses follow the folders`;
  return { ...detected, framework, site: { ...site, pages: read }, reason: { ...detected.reason, why } };
}
