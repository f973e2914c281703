import { git } from './git.ts';

/** A commit in a log. */
type LoggedCommit = { id: string; date: string; author: string; subject: string };

const format = '--format=%H%x1f%cs%x1f%an%x1f%s%x1e';

/** Commits, newest first. @param by filters: a changed path, words of the message */
export async function listCommits(
  gitDir: string,
  from: string,
  by: { path?: string | undefined; words?: string | undefined; limit: number },
): Promise<LoggedCommit[]> {
  const words =
    by.words === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--grep=${by.words}`];
  const paths = by.path === undefined ? [] : [literal(by.path)];
  const args = [
    'log',
    `--max-count=${by.limit}`,
    '--no-show-signature',
    '--no-renames',
    format,
    ...words,
    from,
  ];
  const output = await git([...args, '--', ...paths], { gitDir });
  return output
    .toString()
    .split('\x1e')
    .map((record) => record.trim().split('\x1f'))
    .filter((fields) => fields.length === 4)
    .map(([id = '', date = '', author = '', subject = '']) => ({ id, date, author, subject }));
}

/** The blobs of these paths in which a commit and its first parent differ. */
export async function blobsOfCommit(
  gitDir: string,
  commit: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--root',
    '--no-renames',
    '--no-abbrev',
    '-m',
    '--first-parent',
  ];
  const output = (await git([...args, commit, '--', ...paths.map(literal)], { gitDir })).toString();
  return changedBlobs(output);
}

/** The files in which a commit and its first parent differ. @param path limits the result */
export async function changedPaths(gitDir: string, commit: string, path?: string): Promise<string[]> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--root', '--no-renames', '-m', '--first-parent'];
  const only = path === undefined ? [] : ['--', literal(path)];
  const output = (await git([...args, '--no-commit-id', commit, ...only], { gitDir })).toString();
  return output.split('\0').filter(Boolean);
}

/** A commit's message, and its diff of these paths, whose blobs must be fetched. */
export async function showCommit(gitDir: string, commit: string, paths: readonly string[]): Promise<string> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-renames'];
  const args = [
    'show',
    '--diff-merges=first-parent',
    '--date=short',
    '--format=commit %H%n%ad %an%n%n%B',
    ...plain,
  ];
  // Without paths, git would show the whole diff.
  const only = paths.length === 0 ? ['--no-patch', commit] : [commit, '--', ...paths.map(literal)];
  return (await git([...args, ...only], { gitDir })).toString();
}

const literal = (path: string) => `:(literal)${path}`;

/** The blobs of a path over time, newest first. They need not be fetched. */
export async function blobsOfPath(
  gitDir: string,
  from: string,
  path: string,
  limit: number,
): Promise<string[]> {
  const args = ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', '-m', `--max-count=${limit}`];
  const output = (await git([...args, from, '--', literal(path)], { gitDir })).toString();
  return changedBlobs(output);
}

/** Blob ids from lines such as `:100644 100644 BEFORE AFTER M`; zeros mean no blob. */
function changedBlobs(raw: string): string[] {
  const ids = [...raw.matchAll(/:\d{6} \d{6} ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /g)];
  return [...new Set(ids.flatMap(([, before, after]) => [before!, after!]))].filter((id) => !/^0+$/.test(id));
}

/** The last author and commit of each line. */
export async function blameLines(
  gitDir: string,
  commit: string,
  path: string,
  lines: { from: number; to: number },
): Promise<string> {
  const range = `${lines.from},${lines.to}`;
  return (await git(['blame', '-s', '--date=short', '-L', range, commit, '--', path], { gitDir })).toString();
}
