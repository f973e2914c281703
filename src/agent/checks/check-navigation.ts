import type { Version, Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import type { Finding } from './finding.ts';
import { addressOf, type Site } from './checked-site.ts';

/** Entries of the navigation that lead nowhere, and pages that it does not show. */
export async function checkNavigation(
  site: Site,
  workspace: Workspace,
  checker: Checker,
  version: Version,
): Promise<Finding[]> {
  const file = workspace.navigation;
  if (file === null) return [];
  const text = (await workspace.readAll([file], version)).get(file);
  const entries = text === undefined ? null : await orNull(checker.run('navigation-entries', file, text));
  if (entries === null) return [];
  const findings: Finding[] = [];
  const shown = new Set<string>();
  for (const entry of entries) {
    const target = site.locate(file, `/${entry.replace(/^\//, '')}`);
    if (target.kind === 'found') shown.add(target.file);
    else if (target.kind === 'no-page') {
      findings.push({
        check: 'navigation',
        file,
        line: null,
        message: `The navigation names ${entry}, which is not a page.`,
        severity: 'breaks-site',
      });
    }
  }
  for (const page of site.pages) {
    if (shown.has(page) || /(?:^|\/)[_.]|snippets?\/|partials?\//.test(page)) continue;
    const message = `The page is not in the navigation (${file}). Add "${addressOf(page, workspace.docsRoot)}" with set_navigation.`;
    findings.push({ check: 'navigation', file: page, line: null, message, severity: 'warning' });
  }
  return findings;
}
