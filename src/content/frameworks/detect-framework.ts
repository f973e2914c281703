import { claims } from './claims.ts';
import { frameworks } from './registry.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Framework, Site, SiteOptions } from './framework.ts';
import type { PageFile } from '../site/site-facts.ts';
import { readHostRedirects } from './host-redirects.ts';
import { gitbook, isGitbookConfig } from './gitbook/site.ts';
import { hugo, openHugoContent } from './hugo/site.ts';
import { jekyll, openJekyllSource } from './jekyll/site.ts';
import type { ContentWarning } from '../page.ts';
import { findConfigs, isOfRepository, isTrial, isVendored } from './find-config.ts';
import { isDocsFile } from '../site/endings.ts';
import { folderOf } from '../site/paths.ts';
import { plain } from './plain/site.ts';
import { openSphinxSources, sphinx } from './sphinx/site.ts';

/** How many docs files, and how many times the pages of a site, must be outside of it for a warning. */
const minElsewhere = 20;
const minTimesMore = 2;

/** Frameworks whose pages alone show that the configuration is elsewhere. */
const unconfigured: { framework: string; open: Framework['open']; why: string }[] = [
  {
    framework: hugo.name,
    open: openHugoContent,
    why: 'its _index.md files are those of a Hugo site whose configuration is elsewhere',
  },
  {
    framework: sphinx.name,
    open: openSphinxSources,
    why: 'the toctree of its start page is that of a Sphinx project whose conf.py is elsewhere',
  },
  {
    framework: jekyll.name,
    open: openJekyllSource,
    why: 'its _layouts folder is that of a Jekyll site without a configuration, as GitHub Pages builds it',
  },
];

/** The detected framework, the folder of its pages, and why. */
export type DetectedSite = {
  framework: string;
  /** False when no framework is known to be theirs. */
  isConfigured: boolean;
  /** False also when the pages alone show which framework has its configuration elsewhere. */
  isConfigHere: boolean;
  site: Site;
  reason: { folder: string; why: string };
};

/** Opens a tree as the framework that covers most of its pages; a repository may hold examples of others. */
export async function detectFramework(
  tree: FileTree,
  readConfig: ReadConfig,
  options: SiteOptions,
): Promise<DetectedSite> {
  const addRedirects = async ({ redirects, sourceRoots, root }: Site): Promise<void> => {
    const roots = root === undefined ? sourceRoots : [root];
    redirects.push(...(await readHostRedirects(tree, roots, readConfig)));
  };
  const found: { framework: string; site: Site }[] = [];
  for (const { name, open } of frameworks) {
    const names = claims[name]?.files;
    const claimed = names === undefined ? [] : findConfigs(tree.files, names);
    if (name === plain.name || (names !== undefined && claimed.length === 0)) continue;
    const site = await open(tree, readConfig, options, claimed);
    if (site !== null && site.pages.length > 0) found.push({ framework: name, site });
  }
  const covered = countOwn(found.map(({ site }) => site));
  const best = found.toSorted((one, two) => covered.get(two.site)! - covered.get(one.site)!)[0];
  if (best !== undefined) {
    const all = found.map(({ framework, site }) => `${framework} (${covered.get(site)!} pages)`);
    const why =
      found.length === 1
        ? `it has the ${best.framework} configuration`
        : `of ${all.join(', ')} it covers the most pages`;
    const isConfigHere = best.framework !== gitbook.name || tree.files.some(isGitbookConfig);
    const reason = reasonOf(best.site, why);
    await addRedirects(best.site);
    best.site.warnings.push(...docsElsewhere(tree.files, best.site, reason.folder));
    return { ...best, isConfigured: true, isConfigHere, reason };
  }
  for (const { framework, open, why } of unconfigured) {
    const sources = await open(tree, readConfig, options, []);
    if (sources === null) continue;
    await addRedirects(sources);
    const reason = reasonOf(sources, why);
    return { framework, isConfigured: true, isConfigHere: false, site: sources, reason };
  }
  const site = await plain.open(tree, readConfig, options, []);
  if (site === null) throw new Error('plain Markdown takes every tree');
  await addRedirects(site);
  const why =
    'no configuration of a docs framework was found: addresses follow the folders; read the built site with --site if they should not';
  const reason = reasonOf(site, why);
  return { framework: plain.name, isConfigured: false, isConfigHere: false, site, reason };
}

/** The pages of each site. One that takes every file of the tree leaves to the others what is in their folders. */
function countOwn(sites: Site[]): Map<Site, number> {
  const isWide = (site: Site): boolean => commonFolder(site.pages) === '.';
  const inFolders = new Set(
    sites.filter((site) => !isWide(site)).flatMap(({ pages }) => pages.map(({ file }) => file)),
  );
  return new Map(
    sites.map((site) => {
      const own = isWide(site) ? site.pages.filter(({ file }) => !inFolders.has(file)) : site.pages;
      return [site, own.length];
    }),
  );
}

/** A warning when by far most docs are outside of the site's folder: it may be that of a part of the repository. */
function docsElsewhere(files: string[], { pages }: Site, folder: string): ContentWarning[] {
  if (folder === '.') return [];
  const outside = files.filter(
    (file) =>
      isDocsFile(file) &&
      !file.startsWith(`${folder}/`) &&
      !isOfRepository(file) &&
      !isTrial(file) &&
      !isVendored(file, files),
  );
  if (outside.length < minElsewhere || outside.length < pages.length * minTimesMore) return [];
  const byFolder = Map.groupBy(outside, (file) => file.split('/', 1)[0]!);
  const [most, held] = [...byFolder].toSorted(([, one], [, two]) => two.length - one.length)[0]!;
  const message = `These ${pages.length} pages are the docs; ${outside.length} more files are outside of this folder, most of them in ${most} (${held.length}). Name a folder to read another one.`;
  return [{ file: folder, message }];
}

function reasonOf({ pages }: Site, why: string): DetectedSite['reason'] {
  const folder = commonFolder(pages);
  const isOnly = isTrial(`${folder}/`);
  return { folder, why: isOnly ? `${why}; outside of tests and examples there are no docs` : why };
}

/** The deepest folder that holds all pages. */
function commonFolder(pages: PageFile[]): string {
  let common = folderOf(pages[0]?.file ?? '');
  for (const { file } of pages)
    while (common !== '' && !file.startsWith(`${common}/`)) common = folderOf(common);
  return common || '.';
}
