import { createConfigReader } from '../../content/config/read-config.ts';
import { detectFramework } from '../../content/frameworks/detect-framework.ts';
import { joinPath } from '../../content/frameworks/paths.ts';
import { openWorkers, type WorkerPool } from '../../content/worker-pool.ts';
import { isPage } from '../docs-path.ts';
import type { Version, Workspace } from '../workspace.ts';
import { CheckFailure, type Checker } from './checker.ts';
import type { PageFacts, PageRules } from './scan-page.ts';
import { buildSite, type Site, type SiteRules } from './site.ts';

/** The site as the job left it (`now`), or as it was before (`base`). */
export async function readSite(workspace: Workspace, checker: Checker, version: Version): Promise<Site> {
  const files = workspace.list(version);
  const { site, pageRules } = await readRules(workspace, version);
  const pages = new Map<string, PageFacts>();
  for (const [path, text] of await workspace.readAll(files.filter(isPage), version)) {
    pages.set(path, await scan(checker, path, text, pageRules.get(path) ?? null));
  }
  const allFiles = new Set([...files, ...workspace.otherFiles()]);
  return buildSite({ docsRoot: workspace.docsRoot, files: allFiles, pages, rules: site });
}

async function scan(
  checker: Checker,
  path: string,
  text: string,
  rules: PageRules | null,
): Promise<PageFacts> {
  try {
    return await checker.run('scan', path, text, rules);
  } catch (error) {
    if (error instanceof CheckFailure) return { ...unreadable, syntaxError: error.message };
    throw error;
  }
}

const unreadable: PageFacts = {
  title: null,
  frontMatterError: null,
  headings: [],
  path: null,
  anchors: null,
  links: [],
  syntaxError: null,
};

type Rules = { site: SiteRules; pageRules: Map<string, PageRules> };

const known = new WeakMap<Workspace, Map<string, Promise<Rules>>>();

/** The framework's own rules, found as for the index. They follow from names and configuration, not from pages. */
function readRules(workspace: Workspace, version: Version): Promise<Rules> {
  const ofWorkspace = known.get(workspace) ?? new Map<string, Promise<Rules>>();
  known.set(workspace, ofWorkspace);
  const changed =
    version === 'base' ? [] : Object.entries(workspace.overlay()).filter(([path]) => !isPage(path));
  const key = JSON.stringify([workspace.list(version), changed]);
  const rules = ofWorkspace.get(key) ?? detectRules(workspace, version);
  ofWorkspace.set(key, rules);
  return rules;
}

async function detectRules(workspace: Workspace, version: Version): Promise<Rules> {
  const tree = workspace.fileTree(version);
  let workers: WorkerPool | null = null;
  try {
    const readConfig = createConfigReader(tree, () => (workers ??= openWorkers(1)));
    const { framework, site } = await detectFramework(tree, readConfig, {});
    const { addresses, redirects, generated } = site;
    const prefix = workspace.docsRoot === '' ? '' : `${workspace.docsRoot}/`;
    const base = addresses.base.startsWith('http') ? new URL(addresses.base).pathname : addresses.base;
    return {
      site: {
        basePath: joinPath(base),
        elsewhere: [...redirects.map(({ from }) => asGlob(from)), ...generated].map((path) => joinPath(path)),
      },
      pageRules: new Map(site.pages.map((page) => [prefix + page.file, { framework, page, addresses }])),
    };
  } finally {
    (workers as WorkerPool | null)?.close();
  }
}

/** `/old/:slug*` and `/old/*` stand for everything below. */
const asGlob = (from: string) => from.replaceAll(/:\w+\*|\*$/g, '**').replaceAll(/:\w+/g, '*');
