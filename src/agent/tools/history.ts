import { z } from 'zod';
import {
  blameLines,
  blobsOfCommit,
  blobsOfPath,
  changedPaths,
  listCommits,
  showCommit,
} from '../../git/history.ts';
import { isOpenSource, sourcePath } from '../docs-path.ts';
import type { History } from '../library.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

const maxCommits = 30;
const maxBlobs = 400;
const maxFiles = 400;
const maxLength = 40_000;

export const history = defineTool({
  name: 'history',
  description:
    'Reads git history. Lists the newest commits, all or those that change `path` or have `words` in their message (a pull request as "#123"). With `commit`, shows its message and diff. With `path` and `lines`, shows who wrote these lines and when (blame). `repository` names a read-only repository.',
  input: z.object({
    repository: z.string().optional(),
    path: z.string().optional(),
    words: z.string().min(1).max(200).optional(),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/)
      .optional(),
    lines: z.object({ from: z.number().int().min(1), to: z.number().int().min(1) }).optional(),
  }),
  summary: ({ path, words, commit }) => commit ?? words ?? path ?? 'newest commits',
  async run({ repository, path: given, words, commit, lines }, { library }) {
    const past = await library.history(repository ?? null);
    const path = given === undefined ? undefined : sourcePath(given);
    if (commit !== undefined) return (await show(past, commit, path)).slice(0, maxLength);
    if (lines !== undefined) {
      if (path === undefined) throw new Refusal('Give the `path` whose lines you want to know about.');
      return (await blame(past, path, lines)).slice(0, maxLength);
    }
    const found = await listCommits(past.gitDir, past.commit, { path, words, limit: maxCommits });
    if (found.length === 0) return 'There are no such commits among the last ones.';
    return found
      .map(({ id, date, author, subject }) => `${id.slice(0, 12)} ${date} ${author}: ${subject}`)
      .join('\n');
  },
});

async function show({ gitDir, fetch }: History, commit: string, path: string | undefined): Promise<string> {
  const changed = await changedPaths(gitDir, commit, path).catch(() => {
    throw new Refusal(`There is no commit ${commit} among the last ones.`);
  });
  const paths = changed.filter(isOpenSource);
  if (paths.length > maxFiles) throw new Refusal('The commit changes too many files. Narrow it with `path`.');
  await fetch(await blobsOfCommit(gitDir, commit, paths));
  return showCommit(gitDir, commit, paths);
}

async function blame(
  { gitDir, commit, fetch }: History,
  path: string,
  lines: { from: number; to: number },
): Promise<string> {
  await fetch(await blobsOfPath(gitDir, commit, path, maxBlobs));
  return blameLines(gitDir, commit, path, lines).catch(() => {
    throw new Refusal(`${path} has no such lines.`);
  });
}
