import { isWritable } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import type { Finding } from './finding.ts';

/** The allow-list once more, on the final change: whatever went wrong before, this is what would be pushed. */
export async function checkPaths(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (isWritable(file, workspace.docsRoot)) continue;
    const before = workspace.siteFiles.has(file)
      ? (await workspace.readAll([file], 'base')).get(file)
      : undefined;
    if (before !== undefined && text !== null) {
      if ((await orNull(checker.run('only-site-parts-differ', file, before, text))) === true) continue;
    }
    findings.push({
      check: 'paths',
      file,
      line: null,
      message: 'A job may not change this file.',
      severity: 'breaks-site',
    });
  }
  return findings;
}
