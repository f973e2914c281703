import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { initBare } from '../../src/git/bare-repository.ts';
import { commitChanges } from '../../src/git/commit.ts';

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
  // As git keeps it, which has packed none: two processes less for each of hundreds of commits.
  const ref = join(gitDir, 'refs/heads', branch);
  const parent = await readFile(ref, 'utf8').then(
    (id) => id.trim(),
    () => null,
  );
  const changes = new Map(Object.entries(files));
  const commit = await commitChanges(gitDir, {
    parent,
    changes,
    message: 'Change the docs\n',
    time: 1_700_000_000,
  });
  await mkdir(dirname(ref), { recursive: true });
  await writeFile(ref, `${commit}\n`);
  return commit;
}
