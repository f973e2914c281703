import { posix } from 'node:path';
import { findFrontMatter } from '../../content/find-front-matter.ts';
import type { SiteFacts, SitePage } from '../../content/site/site-facts.ts';
import { createSite } from '../../content/site/site.ts';
import { joinPath, pathOfBase } from '../../content/site/paths.ts';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { openReading } from '../../content/reading/open-reading.ts';
import { foldersFrom } from '../../content/site/folders.ts';
import { remember } from '../../lib/remember.ts';
import type { Version, Workspace } from '../workspace.ts';
import { CheckFailure, type Checker, orNull } from './checker.ts';
import type { PageRules } from './page-rules.ts';
import { type FoundLink, newFacts, type PageFacts } from '../../content/links/found-link.ts';
import { addressOf, destinationOf, placeOutside, type Site } from './checked-site.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** Characters of a page's beginning that are read for its title, and pages whose titles are read at once. */
const maxTitleHead = 4_000;
const titlesAtOnce = 500;

/** What was read of a workspace: the rules of each state of its configuration, and the newest site of each version. */
type Kept = {
  rules: Map<string, Promise<Rules>>;
  sites: Map<Version, { overlay: string; site: Promise<Site> }>;
};
const kept = new WeakMap<Workspace, Kept>();

function keptOf(workspace: Workspace): Kept {
  const known = kept.get(workspace) ?? { rules: new Map(), sites: new Map() };
  kept.set(workspace, known);
  return known;
}

/** The site with the job's changes (`now`), or without them (`base`); it is read again once these have changed. */
export function readSite(workspace: Workspace, version: Version): Promise<Site> {
  const { sites } = keptOf(workspace);
  const overlay = version === 'base' ? '' : JSON.stringify(workspace.overlay());
  const known = sites.get(version);
  if (known?.overlay === overlay) return known.site;
  const site = openSite(workspace, version);
  sites.set(version, { overlay, site });
  site.catch(() => sites.delete(version));
  return site;
}

async function openSite(workspace: Workspace, version: Version): Promise<Site> {
  const { checker, docsRoot } = workspace;
  const files = workspace.list(version);
  const texts = await workspace.readAll(files.filter(isDocsFile), version);
  const text = (file: string) => texts.get(file) ?? '';
  const rules = await readRules(workspace, version);
  const { framework, pageRules, sourceRoots, site: ofSite } = rules;
  const pages = await findPages(texts, rules, checker);
  const redirects = [
    ...ofSite.redirects,
    ...[...pages.values()].flatMap(({ path, otherPaths }) => otherPaths.map((from) => ({ from, to: path }))),
  ];
  const all = new Set([...files, ...workspace.otherFiles()]);
  const ofLinks = createSite({
    ...ofSite,
    framework,
    sourceRoots,
    redirects,
    pages: [...pages.values()],
    files: [...all],
    topFolders: [docsRoot, ''],
  });
  // A page is asked for once for each link to it: thousands of times on a large site.
  const facts = new Map<string, Promise<PageFacts>>();
  const anchors = new Map<string, Promise<readonly string[] | null>>();
  const address = (file: string) => pages.get(file)?.path ?? addressOf(file, docsRoot);
  const placeOf = (file: string) => pages.get(file) ?? placeOutside(file, docsRoot);
  const linkOf = (file: string, link: FoundLink | string) =>
    typeof link === 'string' ? link : destinationOf(site, file, link);
  const site: Site = {
    framework,
    docsRoot,
    basePath: pathOfBase(ofSite.addresses.base),
    sourceRoots,
    redirects,
    generated: ofSite.generated,
    pages: [...all].filter((file) => isWithin(file, docsRoot) && (pages.has(file) || isDocsFile(file))),
    has: (file) => all.has(file),
    text,
    id: (file) => pages.get(file)?.id ?? null,
    titles: (wanted) => readTitles(checker, wanted, text),
    facts: (file) => remember(facts, file, () => scan(checker, file, text(file), framework)),
    ...(await readLabels(framework, texts, () => namesSections(workspace, version), checker)),
    address,
    url: (file) => (address(file) === '' ? '/' : `/${address(file)}${endingOf(pageRules.get(file))}`),
    anchors: (file) =>
      remember(anchors, file, async () => {
        const rules = pageRules.get(file);
        return rules === undefined || !texts.has(file)
          ? null
          : orNull(checker.run('anchors', file, text(file), rules));
      }),
    locate: (file, link) => ofLinks.locate(placeOf(file), linkOf(file, link)),
    async resolve(file, link) {
      const found = site.locate(file, link);
      if (found.kind !== 'heading') return found;
      for (const page of found.pages) page.anchors ??= await site.anchors(page.file);
      return ofLinks.resolve(placeOf(file), linkOf(file, link));
    },
  };
  return site;
}

const isWithin = (file: string, folder: string) => folder === '' || file.startsWith(`${folder}/`);

async function readTitles(
  checker: Checker,
  files: readonly string[],
  textOf: (file: string) => string,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let from = 0; from < files.length; from += titlesAtOnce) {
    const some = files.slice(from, from + titlesAtOnce);
    const heads = some.map((file): [string, string] => [file, textOf(file).slice(0, maxTitleHead)]);
    const found = await orNull(checker.run('titles', '', heads));
    for (const [nth, file] of some.entries()) titles.set(file, found?.[nth] ?? posix.basename(file));
  }
  return titles;
}

async function readLabels(
  framework: string,
  texts: ReadonlyMap<string, string>,
  readSections: () => Promise<boolean>,
  checker: Checker,
): Promise<Pick<Site, 'labels' | 'hasLabel'>> {
  const { labels } = frameworkNamed(framework);
  if (labels === undefined) return { labels: new Set(), hasLabel: null };
  const namesSections = await readSections();
  const known = await orNull(checker.run('labels', '', [...texts], framework));
  // What takes too much to read says nothing about labels.
  const hasLabel = (label: string) => known === null || labels.has(known, label, namesSections);
  return { labels: known?.labels ?? new Set(), hasLabel };
}

/** Whether the extension autosectionlabel makes headings into labels. */
async function namesSections(workspace: Workspace, version: Version): Promise<boolean> {
  const configs = await workspace.readAll([...workspace.siteFiles], version);
  return [...configs.values()].some((text) => text.includes('autosectionlabel'));
}

function endingOf(rules: PageRules | undefined): string {
  if (rules === undefined) return '';
  return rules.page.isIndex ? rules.addresses.folderEnding : rules.addresses.ending;
}

async function scan(checker: Checker, file: string, text: string, framework: string): Promise<PageFacts> {
  try {
    return await checker.run('scan', file, text, framework);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return { ...newFacts(), syntaxError: error.message };
  }
}

/** Front matter fields that list old addresses of a page. */
const hasAliases = /^(?:aliases\s*[:=]|redirect_from\s*:|:page-aliases:)/m;
/** Front matter fields that may set a page's path, or keep it from being published. */
const mayMove = /^(?:(?:slug|permalink|id|url|path)\s*:|(?:draft|published)\s*[:=])/m;
const maxFrontMatterLength = 64 * 1024;

async function findPages(
  texts: ReadonlyMap<string, string>,
  { pageRules, facts }: Rules,
  checker: Checker,
): Promise<Map<string, SitePage & { id: string | null }>> {
  const pages = new Map<string, SitePage & { id: string | null }>();
  for (const [file, rules] of pageRules) {
    const start = (texts.get(file) ?? '').slice(0, maxFrontMatterLength);
    const head = start.slice(0, findFrontMatter(start)?.bodyStart);
    const page = { ...rules.page, facts: { ...(rules.page.facts as object), ...facts.get(file) } };
    const asks = page.slug !== undefined || mayMove.test(head) || hasAliases.test(head);
    const read = asks ? await orNull(checker.run('paths', file, head, { ...rules, page })) : null;
    const [path = page.path, ...otherPaths] = read?.paths ?? [];
    const { language, isIndex } = page;
    const isPublished = read?.paths.length !== 0;
    const id = read?.id ?? null;
    pages.set(file, { file, path, otherPaths, language, isIndex, isPublished, anchors: null, id });
  }
  return pages;
}

type Rules = {
  framework: string;
  /** Whether the site's configuration was found, which may lie above its pages. */
  isCertain: boolean;
  pageRules: Map<string, PageRules>;
  /** What links go by. */
  site: Pick<SiteFacts, 'addresses' | 'redirects' | 'generated' | 'fallbackPrefixes' | 'fallbackFolder'>;
  sourceRoots: string[];
  /** Further facts of pages with old addresses. */
  facts: Map<string, object>;
};

/**
 * The framework's rules, found as for the index. They depend on file names, configuration, as a book's summary, and pages
 * with old addresses.
 */
export function readRules(workspace: Workspace, version: Version): Promise<Rules> {
  const isConfig = (path: string) => !isDocsFile(path) || /(?:^|\/)SUMMARY\.md$/i.test(path);
  const isRead = ([path, text]: [string, string | null]) =>
    isConfig(path) || hasAliases.test(text?.slice(0, maxFrontMatterLength) ?? '');
  const changed = version === 'base' ? [] : Object.entries(workspace.overlay()).filter(isRead);
  const key = JSON.stringify([workspace.list(version), changed]);
  return remember(keptOf(workspace).rules, key, () => detectRules(workspace, version));
}

/**
 * The configuration of a site may lie above its docs: the nearest folder wins whose framework covers most of the pages.
 * A URL mapping of the source applies to its docs root.
 */
async function detectRules(workspace: Workspace, version: Version): Promise<Rules> {
  if (workspace.urls !== undefined) return detectIn(workspace.docsRoot, workspace, version);
  const pages = workspace.list(version).filter(isDocsFile);
  let weak: Rules | null = null;
  for (const folder of foldersFrom(workspace.docsRoot)) {
    const rules = await detectIn(folder, workspace, version);
    const taken = pages.filter((page) => rules.pageRules.has(page)).length;
    if (rules.isCertain && taken * 2 >= pages.length) return rules;
    if (
      weak === null ||
      (weak.framework === 'plain' && rules.framework !== 'plain' && taken * 2 >= pages.length)
    )
      weak = rules;
  }
  return weak!;
}

async function detectIn(folder: string, workspace: Workspace, version: Version): Promise<Rules> {
  const reading = openReading();
  const { framework, isConfigHere, ...site } = await reading
    .readRules(workspace.fileTree(version, folder), { urls: workspace.urls }, hasAliases)
    .finally(reading.close);
  return {
    framework,
    isCertain: isConfigHere,
    site,
    facts: new Map([...site.facts].map(([file, facts]) => [joinPath(folder, file), facts])),
    sourceRoots: site.sourceRoots.map((root) => joinPath(folder, root)),
    pageRules: new Map(
      site.pages.map((page) => [joinPath(folder, page.file), { framework, page, addresses: site.addresses }]),
    ),
  };
}
