import { isWritable } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import type { Finding } from './finding.ts';

/**
 * The allow-list once more, on the whole change, whatever went wrong before: what the last round would push of closed
 * files ends the job; what stands on the branch already, by people or by earlier rules, is shown to a person first.
 */
export async function checkPaths(whole: Workspace, round: Workspace, checker: Checker): Promise<Finding[]> {
  const ofRound = await closedFiles(round, checker);
  // Of navigation and redirects, `checkConfiguration` says what the whole change does.
  const earlier = Object.keys(whole.overlay()).filter(
    (file) => !ofRound.includes(file) && !whole.siteFiles.has(file) && !isWritable(file, whole.docsRoot),
  );
  return [
    ...ofRound.map((file) => finding(file, 'A job may not change this file.', 'breaks-site')),
    ...earlier.map((file) =>
      finding(file, 'Changed on this branch, and no file that a job may change.', 'review'),
    ),
  ];
}

const finding = (file: string, message: string, severity: Finding['severity']): Finding => {
  return { check: 'paths', file, line: null, message, severity };
};

async function closedFiles(workspace: Workspace, checker: Checker): Promise<string[]> {
  const files: string[] = [];
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (isWritable(file, workspace.docsRoot)) continue;
    const before = workspace.siteFiles.has(file)
      ? (await workspace.readAll([file], 'base')).get(file)
      : undefined;
    if (before !== undefined && text !== null) {
      if ((await orNull(checker.run('only-site-parts-differ', file, before, text))) === true) continue;
    }
    files.push(file);
  }
  return files;
}
