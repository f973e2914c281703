import type { Workspace } from '../workspace.ts';
import { checkLinks } from './check-links.ts';
import { checkNavigation } from './check-navigation.ts';
import type { Checker } from './checker.ts';
import { checkChangedFile } from './check-file.ts';
import { type Finding, findingKey } from './finding.ts';
import { readSite } from './read-site.ts';

/** What is wrong now and was not wrong in the base commit: a job answers for what it broke, not for what it found. */
export async function checkChanges(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const overlay = workspace.overlay();
  if (Object.keys(overlay).length === 0) return [];
  const now = await readSite(workspace, checker, 'now');
  const before = await readSite(workspace, checker, 'base');
  const known = new Set(
    [...checkLinks(before), ...(await checkNavigation(before, workspace, 'base'))].map(findingKey),
  );
  const findings = [...checkLinks(now), ...(await checkNavigation(now, workspace, 'now'))];
  const fresh = findings.filter((finding) => !known.has(findingKey(finding)));
  const original = await workspace.readAll(Object.keys(overlay), 'base');
  for (const [path, text] of Object.entries(overlay)) {
    if (text !== null)
      fresh.push(...(await checkChangedFile(path, text, original.get(path) ?? null, checker)));
  }
  return fresh.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
}
