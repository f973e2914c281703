import { frameworkNamed } from '../../content/frameworks/registry.ts';
import type { Version, Workspace } from '../workspace.ts';
import { isMissing, isPart } from './checked-site.ts';
import { type Finding, finding } from './finding.ts';
import { readSite } from './read-site.ts';
import { coverage, readNavigations, shownPages } from './site-navigation.ts';

/** Navigation entries without a page, and pages without a navigation entry. */
export async function checkNavigation(workspace: Workspace, version: Version): Promise<Finding[]> {
  const site = await readSite(workspace, version);
  const read = await readNavigations(workspace, version);
  const navigations = read.filter(({ problem }) => problem === null);
  if (navigations.length === 0) return [];
  const findings: Finding[] = [];
  const { failsWithout } = frameworkNamed(site.framework);
  for (const { file, entries } of navigations) {
    for (const { target, named } of entries) {
      if (isElsewhere(target) || named !== null) continue;
      const ways = [target, `/${target.replace(/^\//, '')}`];
      if (!ways.every((way) => isMissing(site.locate(file, way)))) continue;
      const severity = failsWithout !== undefined ? 'breaks-site' : 'error';
      const message = `The navigation names ${target}, which is not a page.`;
      findings.push(finding('navigation', severity, file, message));
    }
  }
  for (const { file, folders } of failsWithout === 'pages and folders' ? navigations : []) {
    for (const folder of folders) {
      if (folder.includes('*') || site.pages.some(coverage(site, file, [folder]))) continue;
      const message = `The navigation lists the folder ${folder}, which holds no page.`;
      findings.push(finding('navigation', 'breaks-site', file, message));
    }
  }
  const shown = shownPages(site, navigations);
  const addresses = [...shown].map((page) => site.address(page));
  const known = new Set(addresses);
  const [{ file: main }] = navigations as [(typeof navigations)[0]];
  for (const page of site.pages) {
    if (shown.has(page) || isPart(page) || isTranslation(site.address(page), known)) continue;
    if (navigations.some(({ file }) => file === page)) continue;
    const message = `The page is not in the navigation (${main}). Put it there with place_page.`;
    findings.push(finding('navigation', 'warning', page, message));
  }
  return findings;
}

const isElsewhere = (target: string) =>
  /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) |\.ya?ml(?:$|[ #])/i.test(
    target,
  ) || target === '';

/** A translation, or another version, shares the navigation entry of the page that the navigation names. */
function isTranslation(address: string, known: ReadonlySet<string>): boolean {
  const [, rest] = /^[^/]+\/(.+)$/.exec(address) ?? [];
  return rest !== undefined && (known.has(rest) || isTranslation(rest, known));
}
