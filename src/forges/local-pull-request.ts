import { z } from 'zod';
import { git, GitFailure } from '../git/git.ts';
import { readBlobs } from '../git/objects.ts';

const shape = z.object({
  title: z.string(),
  body: z.string(),
  branch: z.string(),
  base: z.string(),
  draft: z.boolean(),
  state: z.enum(['open', 'merged', 'closed']),
  /** Set before the base branch moves, so that the merge can be completed after a crash. */
  merge: z.object({ from: z.string(), commit: z.string() }).nullable(),
});

/** A pull request of the local forge, stored in the repository as a blob under `refs/docent/pulls/`. */
export type LocalPullRequest = z.infer<typeof shape>;

const refOf = (branch: string) => `refs/docent/pulls/${branch}`;

export async function readPullRequest(gitDir: string, branch: string): Promise<LocalPullRequest | null> {
  try {
    const text = await git(['cat-file', 'blob', refOf(branch)], { gitDir });
    return shape.parse(JSON.parse(text.toString()));
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
}

/** All pull requests, in any state. */
export async function listPullRequests(gitDir: string): Promise<LocalPullRequest[]> {
  const listed = await git(['for-each-ref', '--format=%(objectname)', 'refs/docent/pulls/'], { gitDir });
  const ids = listed.toString().split('\n').filter(Boolean);
  const blobs = await readBlobs(gitDir, ids);
  return [...blobs.values()].map((blob) => shape.parse(JSON.parse(blob.toString())));
}

export async function writePullRequest(gitDir: string, pull: LocalPullRequest): Promise<LocalPullRequest> {
  const id = await git(['hash-object', '-w', '--stdin', '--no-filters'], {
    gitDir,
    input: JSON.stringify(pull),
  });
  await git(['update-ref', refOf(pull.branch), id.toString().trim()], { gitDir });
  return pull;
}
