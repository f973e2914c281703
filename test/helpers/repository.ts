import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBare } from '../../src/git/bare-repository.ts';
import { commitChanges } from '../../src/git/commit.ts';
import { git } from '../../src/git/git.ts';

/** A folder that is removed when the test ends. */
export async function temporaryFolder(test: { after(clean: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-'));
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Makes a bare repository whose `main` holds these files, or adds a commit to it. @returns the commit's id */
export async function commitFiles(
  gitDir: string,
  files: Record<string, string | Uint8Array | null>,
  branch = 'main',
): Promise<string> {
  await initBare(gitDir);
  const listed = await git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`], { gitDir });
  const parent = listed.toString().trim() || null;
  const changes = new Map(Object.entries(files));
  const commit = await commitChanges(gitDir, {
    parent,
    changes,
    message: 'Change the docs\n',
    time: 1_700_000_000,
  });
  await git(['update-ref', `refs/heads/${branch}`, commit], { gitDir });
  return commit;
}
