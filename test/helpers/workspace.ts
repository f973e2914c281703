import { join } from 'node:path';
import type { UrlMapping } from '../../src/lib/url-mapping.ts';
import { openBaseFiles } from '../../src/agent/base-files.ts';
import { openWorkspace, type Workspace } from '../../src/agent/workspace.ts';
import { checker } from './checker.ts';
import { commitFiles, temporaryFolder } from './repository.ts';

/** A workspace over a real repository that holds these files. */
export async function workspaceOf(
  test: { after(clean: () => Promise<void>): void },
  files: Record<string, string | Uint8Array>,
  docsRoot = '',
  urls?: UrlMapping,
): Promise<Workspace> {
  const gitDir = join(await temporaryFolder(test), 'site.git');
  const base = await commitFiles(gitDir, files);
  return openWorkspace({ checker, files: await openBaseFiles(gitDir, base), docsRoot, urls, overlay: {} });
}
