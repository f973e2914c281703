import { isWritable } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { changesOnlySiteParts } from './check-configuration.ts';
import { type Finding, finding } from './finding.ts';

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
