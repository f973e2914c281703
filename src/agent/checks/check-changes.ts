import { isPage } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { checkLinks } from './check-links.ts';
import { checkNavigation } from './check-navigation.ts';
import { CheckFailure, type Checker } from './checker.ts';
import { checkChangedFile } from './check-file.ts';
import { type Finding, findingKey } from './finding.ts';
import type { PageFacts } from './scan-page.ts';
import { buildSite, type Site } from './site.ts';

/** What is wrong now and was not wrong in the base commit: a job answers for what it broke, not for what it found. */
export async function checkChanges(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const overlay = workspace.overlay();
  if (Object.keys(overlay).length === 0) return [];
  const [now, before] = [await siteNow(workspace, checker), await siteBefore(workspace, checker)];
  const known = new Set(
    [...checkLinks(before), ...(await checkNavigation(before, workspace, 'base'))].map(findingKey),
  );
  const findings = [...checkLinks(now), ...(await checkNavigation(now, workspace, 'now'))];
  const fresh = findings.filter((finding) => !known.has(findingKey(finding)));
  for (const [path, text] of Object.entries(overlay)) {
    if (text !== null)
      fresh.push(...(await checkChangedFile(path, text, await workspace.readBase(path), checker)));
  }
  return fresh.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
}

/** The site with the job's changes. */
export async function siteNow(workspace: Workspace, checker: Checker): Promise<Site> {
  const files = workspace.list();
  const texts = await workspace.readAll(files.filter(isPage));
  return siteOf(workspace, files, texts, checker);
}

async function siteBefore(workspace: Workspace, checker: Checker): Promise<Site> {
  const files = workspace.baseList();
  const texts = new Map<string, string>();
  for (const path of files.filter(isPage)) {
    const text = await workspace.readBase(path);
    if (text !== null) texts.set(path, text);
  }
  return siteOf(workspace, files, texts, checker);
}

async function siteOf(
  workspace: Workspace,
  files: string[],
  texts: Map<string, string>,
  checker: Checker,
): Promise<Site> {
  const pages = new Map<string, PageFacts>();
  for (const [path, text] of texts) {
    try {
      pages.set(path, await checker.run('scan', path, text));
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      pages.set(path, unreadable);
    }
  }
  return buildSite({
    docsRoot: workspace.docsRoot,
    files: new Set([...files, ...workspace.otherFiles()]),
    pages,
  });
}

const unreadable: PageFacts = {
  title: null,
  slug: null,
  frontMatterError: null,
  headings: [],
  ids: [],
  links: [],
  syntaxError: 'it takes too long to read',
};
