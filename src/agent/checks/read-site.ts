import type { SiteFacts, SitePage } from '../../content/site/site-facts.ts';
import { createSite } from '../../content/site/site.ts';
import { joinPath, pathOfBase } from '../../content/site/paths.ts';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { openReading } from '../../content/reading/open-reading.ts';
import { foldersFrom } from '../../content/site/folders.ts';
import type { Version, Workspace } from '../workspace.ts';
import { CheckFailure, type Checker, orNull } from './checker.ts';
import type { PageRules } from './page-rules.ts';
import { newFacts, type PageFacts } from '../../content/links/found-link.ts';
import { addressOf, placeOutside, type Site } from './checked-site.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** The site with the job's changes (`now`), or without them (`base`). */
export async function readSite(workspace: Workspace, checker: Checker, version: Version): Promise<Site> {
  const { docsRoot } = workspace;
  const files = workspace.list(version);
  const texts = await workspace.readAll(files.filter(isDocsFile), version);
  const rules = await readRules(workspace, version);
  const { framework, pageRules, sourceRoots, site: ofSite } = rules;
  const pages = await findPages(texts, rules, checker);
  const redirects = [
    ...ofSite.redirects,
    ...[...pages.values()].flatMap(({ path, otherPaths }) => otherPaths.map((from) => ({ from, to: path }))),
  ];
  const all = new Set([...files, ...workspace.otherFiles()]);
  const site = createSite({
    ...ofSite,
    framework,
    sourceRoots,
    redirects,
    pages: [...pages.values()],
    files: [...all],
    topFolders: [docsRoot, ''],
  });
  const address = (file: string) => pages.get(file)?.path ?? addressOf(file, docsRoot);
  const placeOf = (file: string) => pages.get(file) ?? placeOutside(file, docsRoot);
  const anchors = once(async (file) => {
    const rules = pageRules.get(file);
    const text = texts.get(file);
    if (rules === undefined || text === undefined) return null;
    return orNull(checker.run('anchors', file, text, rules));
  });
  return {
    framework,
    docsRoot,
    basePath: pathOfBase(ofSite.addresses.base),
    sourceRoots,
    redirects,
    elsewhere: [...redirects.map(({ from }) => asGlob(from)), ...ofSite.generated].map((path) =>
      joinPath(path),
    ),
    pages: [...all].filter((file) => isWithin(file, docsRoot) && (pages.has(file) || isDocsFile(file))),
    has: (file) => all.has(file),
    text: (file) => texts.get(file) ?? '',
    facts: once((file) => scan(checker, file, texts.get(file) ?? '', framework)),
    hasLabel: await labelTest(framework, texts, () => namesSections(workspace, version), checker),
    address,
    url: (file) => (address(file) === '' ? '/' : `/${address(file)}${endingOf(pageRules.get(file))}`),
    anchors,
    locate: (file, url) => site.locate(placeOf(file), url),
    async resolve(file, url) {
      const found = site.locate(placeOf(file), url);
      if (found.kind !== 'heading') return found;
      for (const page of found.pages) page.anchors ??= await anchors(page.file);
      return site.resolve(placeOf(file), url);
    },
  };
}

const isWithin = (file: string, folder: string) => folder === '' || file.startsWith(`${folder}/`);

async function labelTest(
  framework: string,
  texts: ReadonlyMap<string, string>,
  readSections: () => Promise<boolean>,
  checker: Checker,
): Promise<Site['hasLabel']> {
  const { labels } = frameworkNamed(framework);
  if (labels === undefined) return null;
  const namesSections = await readSections();
  const known = await orNull(checker.run('labels', '', [...texts], framework));
  // What takes too much to read says nothing about labels.
  return (label) => known === null || labels.has(known, label, namesSections);
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

/** Cached, because a page is asked for once for each link to it: thousands of times on a large site. */
function once<Result>(read: (file: string) => Promise<Result>): (file: string) => Promise<Result> {
  const kept = new Map<string, Promise<Result>>();
  return (file) => {
    const known = kept.get(file) ?? read(file);
    kept.set(file, known);
    return known;
  };
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
const frontMatter = /^(---|\+\+\+)[ \t]*\r?\n[^]*?\n\1[ \t]*\r?$/m;

async function findPages(
  texts: ReadonlyMap<string, string>,
  { pageRules, facts }: Rules,
  checker: Checker,
): Promise<Map<string, SitePage>> {
  const pages = new Map<string, SitePage>();
  for (const [file, rules] of pageRules) {
    const start = (texts.get(file) ?? '').slice(0, maxFrontMatterLength);
    const head = frontMatter.exec(start)?.[0] ?? start;
    const page = { ...rules.page, facts: { ...(rules.page.facts as object), ...facts.get(file) } };
    const asks = page.slug !== undefined || mayMove.test(head) || hasAliases.test(head);
    const paths = asks ? await orNull(checker.run('paths', file, head, { ...rules, page })) : null;
    const [path = page.path, ...otherPaths] = paths ?? [];
    const { language, isIndex } = page;
    const isPublished = paths?.length !== 0;
    pages.set(file, { file, path, otherPaths, language, isIndex, isPublished, anchors: null });
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

const known = new WeakMap<Workspace, Map<string, Promise<Rules>>>();

/**
 * The framework's rules, found as for the index. They depend on file names, configuration, as a book's summary, and pages
 * with old addresses.
 */
export function readRules(workspace: Workspace, version: Version): Promise<Rules> {
  const ofWorkspace = known.get(workspace) ?? new Map<string, Promise<Rules>>();
  known.set(workspace, ofWorkspace);
  const isConfig = (path: string) => !isDocsFile(path) || /(?:^|\/)SUMMARY\.md$/i.test(path);
  const isRead = ([path, text]: [string, string | null]) =>
    isConfig(path) || hasAliases.test(text?.slice(0, maxFrontMatterLength) ?? '');
  const changed = version === 'base' ? [] : Object.entries(workspace.overlay()).filter(isRead);
  const key = JSON.stringify([workspace.list(version), changed]);
  const rules = ofWorkspace.get(key) ?? detectRules(workspace, version);
  ofWorkspace.set(key, rules);
  return rules;
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

/** `/old/:slug*` and `/old/*` match everything below. */
const asGlob = (from: string) => from.replaceAll(/:\w+\*|\*$/g, '**').replaceAll(/:\w+/g, '*');
