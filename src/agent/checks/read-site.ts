import { detectFramework, frameworkNamed } from '../../content/frameworks/detect-framework.ts';
import type { FileTree } from '../../content/sources/file-tree.ts';
import { isPage } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { CheckFailure, type Checker } from './checker.ts';
import type { PageFacts } from './scan-page.ts';
import { buildSite, type Site, type SiteRules } from './site.ts';

/** The site as the job left it (`now`), or as it was before (`base`). */
export async function readSite(workspace: Workspace, checker: Checker, when: 'now' | 'base'): Promise<Site> {
  const files = when === 'now' ? workspace.list() : workspace.baseList();
  const wanted = files.filter(isPage);
  const texts = when === 'now' ? await workspace.readAll(wanted) : await workspace.readAllBase(wanted);
  const pages = new Map<string, PageFacts>();
  for (const [path, text] of texts) pages.set(path, await scan(checker, path, text));
  const rules = await readRules(workspace, files);
  return buildSite({
    docsRoot: workspace.docsRoot,
    files: new Set([...files, ...workspace.otherFiles()]),
    pages,
    rules,
  });
}

async function scan(checker: Checker, path: string, text: string): Promise<PageFacts> {
  try {
    return await checker.run('scan', path, text);
  } catch (error) {
    if (error instanceof CheckFailure) return { ...unreadable, syntaxError: error.message };
    throw error;
  }
}

const unreadable: PageFacts = {
  title: null,
  slug: null,
  frontMatterError: null,
  headings: [],
  ids: [],
  links: [],
  syntaxError: null,
};

/** The framework's own rules, found as for the index: from configuration that is read as data. */
async function readRules(workspace: Workspace, files: readonly string[]): Promise<SiteRules> {
  const prefix = workspace.docsRoot === '' ? '' : `${workspace.docsRoot}/`;
  const inRoot = files.filter((file) => file.startsWith(prefix));
  const tree: FileTree = {
    name: workspace.docsRoot,
    files: inRoot.map((file) => file.slice(prefix.length)),
    warnings: [],
    async read(file) {
      const text = (await workspace.readAll([prefix + file])).get(prefix + file);
      return { text: text ?? null, warning: text === undefined ? 'cannot be read' : null };
    },
  };
  const { framework, site } = await detectFramework(tree, {});
  return {
    paths: new Map(site.pages.map(({ file, path }) => [prefix + file, path])),
    createAnchors: frameworkNamed(framework).createAnchors,
  };
}
