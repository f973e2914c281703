import { isWritable } from '../docs-path.ts';
import { keepsRedirects } from '../../content/frameworks/site-files.ts';
import type { Workspace } from '../workspace.ts';
import { checkAddresses, checkHidden } from './check-addresses.ts';
import { checkChangedFile } from './check-file.ts';
import { checkLinks } from './check-links.ts';
import { checkNavigation } from './check-navigation.ts';
import { checkReferences } from './check-references.ts';
import { type Finding, findingKey, finding } from './finding.ts';
import { movedPages } from './moved-pages.ts';
import { pagesThatMention } from './pages-that-mention.ts';
import { readSite } from './read-site.ts';
import type { Site } from './checked-site.ts';
import { orNull } from './checker.ts';

/** Findings that the base commit did not have: a job must mend only what it broke itself. */
export async function checkChanges(workspace: Workspace): Promise<Finding[]> {
  const overlay = workspace.overlay();
  const changed = Object.keys(overlay);
  if (changed.length === 0) return [];
  const now = await readSite(workspace, 'now');
  const before = await readSite(workspace, 'base');
  const moved = await movedPages(workspace);
  const concerned = await concernedPages(now, before, changed);
  const wrongBefore = [...concerned, ...moved.values()].filter((page) => before.pages.includes(page));
  const known = new Set(
    [...(await checkLinks(before, wrongBefore)), ...(await checkNavigation(workspace, 'base'))].map(
      (finding) => findingKey(finding),
    ),
  );
  const findings = [
    ...(await checkLinks(now, concerned, { site: before, placeOf: (file) => moved.get(file) ?? file })),
    ...(await checkNavigation(workspace, 'now')),
  ];
  const fresh = findings
    .filter((finding) => !known.has(findingKey(finding, moved)))
    .map((finding) =>
      isClosed(finding, workspace) ? { ...finding, severity: 'warning' as const } : finding,
    );
  const original = await workspace.readAll(changed, 'base');
  for (const [path, text] of Object.entries(overlay)) {
    if (text === null) continue;
    const was = original.get(moved.get(path) ?? path) ?? null;
    fresh.push(...(await checkChangedFile(path, text, was, workspace.checker)));
  }
  fresh.push(...checkHidden(now, before));
  if (keepsRedirects(now.framework, workspace.siteFiles)) fresh.push(...checkAddresses(now, before));
  fresh.push(...(await checkReferences(workspace, moved)));
  fresh.push(...(await checkSecrets(workspace)));
  return fresh.sort(byPlace);
}

/** Findings in files that a job may not write, such as AGENTS.md, are left to people. */
const isClosed = ({ file }: Finding, { siteFiles, docsRoot }: Workspace) =>
  !siteFiles.has(file) && !isWritable(file, docsRoot);

/** Pages whose links the change may affect: the changed pages, and those that may link to one of them. */
async function concernedPages(now: Site, before: Site, changed: readonly string[]): Promise<string[]> {
  const led = ({ redirects, generated }: Site) => [...redirects.map(({ from }) => from), ...generated];
  const stillLed = new Set(led(now));
  if (led(before).some((path) => !stillLed.has(path))) return [...now.pages];
  const moved = now.pages.filter((page) => now.address(page) !== before.address(page));
  const targets = [...new Set([...changed, ...moved])];
  const stayed = targets.filter((file) => isWhereItWas(now, before, file));
  const elsewhere = targets.filter((file) => !stayed.includes(file));
  const withOtherAnchors: string[] = [];
  for (const file of stayed) if (!(await hasSameAnchors(now, before, file))) withOtherAnchors.push(file);
  const concerned = [
    ...changed,
    ...pagesWithLostLabels(now, before),
    ...[now, before].flatMap((site) => pagesThatMention(site, elsewhere)),
    ...pagesThatMention(now, withOtherAnchors, 'with-fragment'),
  ];
  return [...new Set(concerned)].filter((page) => now.pages.includes(page)).sort();
}

/** Pages that may reference a label which the change removed. */
function pagesWithLostLabels(now: Site, before: Site): string[] {
  const lost = [...before.labels]
    .filter((key) => key.startsWith('ref:') && !now.labels.has(key))
    .map((key) => key.slice('ref:'.length))
    .filter((label) => now.hasLabel?.(label) === false);
  return now.pages.filter((page) => {
    const text = now.text(page).toLowerCase();
    return lost.some((label) => text.includes(label));
  });
}

function isWhereItWas(now: Site, before: Site, file: string): boolean {
  return now.has(file) && before.has(file) && now.address(file) === before.address(file);
}

async function hasSameAnchors(now: Site, before: Site, file: string): Promise<boolean> {
  return JSON.stringify(await now.anchors(file)) === JSON.stringify(await before.anchors(file));
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}

/** Likely secrets in changed files that the base does not have; those in the base are published already. */
async function checkSecrets(workspace: Workspace): Promise<Finding[]> {
  const findings: Finding[] = [];
  let before: string[] | undefined;
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (text === null) continue;
    const found = await orNull(workspace.checker.run('secrets', file, text));
    if (found === null) {
      findings.push(finding('secrets', 'error', file, 'The file could not be searched for secrets.'));
      continue;
    }
    for (const { kind, line, start, end } of found) {
      const value = text.slice(start, end);
      before ??= [...(await workspace.readAll(workspace.list('base'), 'base')).values()];
      if (before.some((known) => known.includes(value))) continue;
      const message = `This line holds what looks like a secret (${kind}). Write a placeholder instead.`;
      findings.push(finding('secrets', 'error', file, message, line));
    }
  }
  return findings;
}
