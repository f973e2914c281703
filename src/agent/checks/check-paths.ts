import { isWritable } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { orNull } from './checker.ts';
import { type Finding, finding } from './finding.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/**
 * Checks the allow-list of paths again on the whole change, in case an earlier check failed: a forbidden file that this
 * round would push ends the job; one that is already on the branch, from people or under earlier rules, is a `review`.
 */
export async function checkPaths(whole: Workspace, round: Workspace): Promise<Finding[]> {
  const ofRound = await closedFiles(round);
  // `checkConfiguration` judges changes to navigation and redirects.
  const earlier = Object.keys(whole.overlay()).filter(
    (file) => !ofRound.includes(file) && !whole.siteFiles.has(file) && !isWritable(file, whole.docsRoot),
  );
  return [
    ...ofRound.map((file) => finding('paths', 'breaks-site', file, 'A job may not change this file.')),
    ...earlier.map((file) =>
      finding('paths', 'review', file, 'This branch changes a file that a job may not change.'),
    ),
  ];
}

async function closedFiles(workspace: Workspace): Promise<string[]> {
  const files: string[] = [];
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (isWritable(file, workspace.docsRoot)) continue;
    if (text === null || !(await changesOnlySiteParts(workspace, file, text))) files.push(file);
  }
  return files;
}

/** Files that only order pages or describe an API, so that they cannot change how a site is built. */
const harmless = /(?:^|\/)(?:_?meta|_category_|sidebars?|(?:openapi|swagger)[\w.-]*)\.(?:json|ya?ml)$/i;

/** Changes to a site's configuration beyond its navigation, which a person must review. */
export async function checkConfiguration(workspace: Workspace): Promise<Finding[]> {
  const findings: Finding[] = [];
  const base = new Set(workspace.list('base'));
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (isDocsFile(file) || (harmless.test(file) && text !== null)) continue;
    // `checkPaths` reports files that a job may not write.
    if (!workspace.siteFiles.has(file) && !isWritable(file, workspace.docsRoot)) continue;
    const message = await describeChange(workspace, file, text, base.has(file));
    if (message !== null) findings.push(finding('configuration', 'review', file, message));
  }
  return findings;
}

async function describeChange(
  workspace: Workspace,
  file: string,
  text: string | null,
  isOld: boolean,
): Promise<string | null> {
  const isOfSite = workspace.siteFiles.has(file);
  // `checkRemovals` reports a navigation file that is gone.
  if (text === null) return isOfSite ? null : 'The file is deleted.';
  if (!isOld) return 'The file is new.';
  if (!isOfSite) return 'The configuration is changed.';
  const isMeant = await changesOnlySiteParts(workspace, file, text);
  return isMeant ? null : 'More than the navigation and redirects has changed.';
}

/** Whether nothing but navigation and redirects is changed in a file of the site. */
export async function changesOnlySiteParts(
  workspace: Workspace,
  file: string,
  text: string,
): Promise<boolean> {
  const before = (await workspace.readAll([file], 'base')).get(file);
  if (before === undefined || !workspace.siteFiles.has(file)) return false;
  return (await orNull(workspace.checker.run('only-site-parts-differ', file, before, text))) === true;
}
