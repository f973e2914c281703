import { createConfigReader } from './config/read-config.ts';
import { isDocsConfig } from './frameworks/claims.ts';
import { detectFramework, type DetectedSite } from './frameworks/detect-framework.ts';
import type { Site, SiteOptions } from './frameworks/framework.ts';
import { isDocsFile } from './site/endings.ts';
import { foldersFrom } from './site/folders.ts';
import { joinPath } from './site/paths.ts';
import type { RunTask } from './run-in-worker.ts';
import type { Above, FileTree, FileText } from './sources/file-tree.ts';

/**
 * Opens docs by a configuration in a folder above them, the nearest that covers at least half of the pages.
 * @returns the site, with files relative to the docs; else the configurations above that are not for these docs
 */
export async function openByConfigAbove(
  tree: FileTree,
  options: SiteOptions,
  run?: RunTask,
): Promise<{ detected: DetectedSite | null; unused: string[] }> {
  const above = (await tree.above?.()) ?? null;
  const unused: string[] = [];
  if (above === null || above.files.length === 0) return { detected: null, unused };
  const docs = tree.files.filter(isDocsFile).length;
  for (const level of foldersFrom(above.folder).slice(1)) {
    const inside = level === '' ? '' : `${level}/`;
    const configs = above.files
      .filter((file) => file.startsWith(inside))
      .map((file) => file.slice(inside.length));
    const prefix = above.folder.slice(inside.length);
    const whole = treeAt(tree, above, inside, configs, prefix);
    const detected =
      configs.length === 0 ? null : await detectFramework(whole, createConfigReader(whole, run), options);
    const up = '../'.repeat(prefix.split('/').length);
    const named = configs.filter(isDocsConfig).map((file) => up + file);
    if (detected === null) continue;
    const warnings = [...whole.warnings, ...detected.site.warnings];
    const site = siteBelow({ ...detected.site, warnings }, prefix);
    if (detected.isConfigHere && site.pages.length * 2 >= docs) {
      const where = named.length === 1 ? named[0]! : up;
      const why = `the ${detected.framework} configuration is above this folder, in ${where}`;
      return { detected: { ...detected, site, reason: { folder: '.', why } }, unused: [] };
    }
    unused.push(...named.filter((file) => !unused.includes(file)));
  }
  return { detected: null, unused };
}

/** The docs and the configuration files, as they lie in a folder above. */
function treeAt(tree: FileTree, above: Above, inside: string, configs: string[], prefix: string): FileTree {
  const start = `${prefix}/`;
  return {
    name: tree.name,
    files: [...configs, ...tree.files.map((file) => start + file)].sort(),
    read: (file) =>
      file.startsWith(start) ? tree.read(file.slice(start.length)) : above.read(inside + file),
    warnings: [],
  };
}

/** A site with files relative to a folder of its tree; what lies elsewhere is left out. */
function siteBelow(site: Site, prefix: string): Site {
  const start = `${prefix}/`;
  const below = (files: string[]): string[] =>
    files.flatMap((file) => (`${file}/`.startsWith(start) ? [file.slice(start.length)] : []));
  const rootBelow = (root: string): string[] => {
    const isAbove = root === '' || start.startsWith(`${root}/`);
    return isAbove && root !== prefix
      ? [`^${root === '' ? prefix : prefix.slice(root.length + 1)}`]
      : below([root]);
  };
  const up = '../'.repeat(prefix.split('/').length);
  const { assemble, apiFacts, placeOperation, warnings } = site;
  return {
    ...site,
    warnings: warnings.map((one) => ({ ...one, file: below([one.file])[0] ?? up + one.file })),
    pages: site.pages.flatMap((page) => below([page.file]).map((file) => ({ ...page, file }))),
    sourceRoots: [...new Set([...site.sourceRoots.flatMap(rootBelow), ''])],
    apiFiles: below(site.apiFiles),
    placeOperation: (file, operation) => placeOperation(joinPath(prefix, file), operation),
    ...(apiFacts !== undefined && { apiFacts: (file) => apiFacts(joinPath(prefix, file)) }),
    ...(assemble !== undefined && {
      assemble: (page, text, warn) => assemble({ ...page, file: joinPath(prefix, page.file) }, text, warn),
    }),
  };
}

/** What is read of the configuration in the folders above when that is for these docs; null when it is not. */
export async function carriedAbove(
  tree: FileTree,
  run?: RunTask,
): Promise<[file: string, text: FileText][] | null> {
  const above = (await tree.above?.()) ?? null;
  if (above === null) return null;
  const own = await detectFramework(tree, createConfigReader(tree, run), {});
  if (own.isConfigured && own.isConfigHere) return null;
  const texts = new Map<string, FileText>();
  const read: Above['read'] = async (file) => {
    const text = await above.read(file);
    if (above.files.includes(file)) texts.set(file, text);
    return text;
  };
  const { detected } = await openByConfigAbove({ ...tree, above: async () => ({ ...above, read }) }, {}, run);
  return detected === null ? null : [...texts];
}
