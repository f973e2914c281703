import { writablePath } from '../docs-path.ts';
import { onlyNavigationDiffers } from '../navigation.ts';
import type { Workspace } from '../workspace.ts';
import type { Finding } from './finding.ts';

/** The allow-list once more, on the final change: whatever went wrong before, this is what would be pushed. */
export async function checkPaths(workspace: Workspace): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (isWritable(file, workspace.docsRoot)) continue;
    const before =
      file === workspace.navigation ? ((await workspace.readAll([file], 'base')).get(file) ?? null) : null;
    if (before !== null && text !== null && onlyNavigationDiffers(file, before, text)) continue;
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

function isWritable(file: string, docsRoot: string): boolean {
  try {
    return writablePath(file, docsRoot) === file;
  } catch {
    return false;
  }
}
