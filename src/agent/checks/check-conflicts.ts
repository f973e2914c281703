import type { Workspace } from '../workspace.ts';
import type { Finding } from './finding.ts';

const marker = /^(?:<{7}|>{7}) /m;

/** Conflict markers that are still in the files that had them. */
export async function checkConflicts(workspace: Workspace, files: readonly string[]): Promise<Finding[]> {
  const texts = await workspace.readAll(files);
  return [...texts]
    .filter(([, text]) => marker.test(text))
    .map(([file, text]) => ({
      check: 'conflicts',
      file,
      line: text.slice(0, marker.exec(text)!.index).split('\n').length,
      message: 'A conflict is not resolved. Keep what both sides mean and take the markers out.',
      severity: 'breaks-site',
    }));
}
