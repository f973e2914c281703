import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { root } from './source-files.ts';

/** The test files that what differs from a commit reaches, whether it was committed or not. */
export function changedTests(base = mainBranch()): string[] {
  const [since] = git('merge-base', base, 'HEAD');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const changed = [...git('diff', '--name-only', '--no-renames', since!), ...untracked];
  return reachedTests(readSources(), changed);
}

function mainBranch(): string {
  const [branch] = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main');
  if (branch === undefined) throw new Error('There is no branch “main” to compare with: name a commit.');
  return branch;
}

function git(...words: string[]): string[] {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** The texts of all sources by path. */
function readSources(): Map<string, string> {
  const paths = globSync('{bin,src,test,scripts,bench,web}/**/*.{ts,tsx,js}', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).map((path) => path.replaceAll('\\', '/'));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const readsAll = 'test/house.test.ts';
/** Shows a browser what `web/` becomes, or asks for it. */
const takesPages = /from 'playwright-core'|\.(dashboard|widget)\.prepare\(|'dist\/(dashboard|widget)/;

/**
 * Each test that takes a changed file, or takes what takes it: as an import, to start a process or thread from it, or to
 * read it (a path in a string). What stands in no folder, such as the lockfile, reaches all.
 */
export function reachedTests(sources: ReadonlyMap<string, string>, changed: readonly string[]): string[] {
  const tests = [...sources.keys()].filter((path) => path.endsWith('.test.ts')).sort();
  if (changed.some((path) => !path.includes('/') && !path.endsWith('.md'))) return tests;
  const takers = takersOf(sources);
  const reached = new Set(changed.flatMap((path) => [readsAll, ...reachedBy(path, sources, takers)]));
  return tests.filter((path) => reached.has(path));
}

function reachedBy(
  path: string,
  sources: ReadonlyMap<string, string>,
  takers: ReadonlyMap<string, string[]>,
): string[] {
  const reached = new Set([path]);
  if (!sources.has(path)) for (const folder of foldersOf(path)) reached.add(folder);
  if (path.startsWith('web/'))
    for (const [taker, text] of sources) if (takesPages.test(text)) reached.add(taker);
  // A set goes on with what is added to it meanwhile.
  for (const one of reached) for (const taker of takers.get(one) ?? []) reached.add(taker);
  // All that reads docs takes every framework: who does not speak of one does without it.
  const [, framework] = /^src\/content\/frameworks\/([\w-]+)\//.exec(path) ?? [];
  if (framework === undefined || !sources.has(`src/content/frameworks/${framework}/site.ts`))
    return [...reached];
  return [...reached].filter((taker) => sources.get(taker)?.toLowerCase().includes(framework));
}

/** By each path that is in a string of a source, the sources that it is in. */
function takersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const takers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const taken of takenBy(path, text)) takers.set(taken, [...(takers.get(taken) ?? []), path]);
  return takers;
}

/** From the folder of the file (imports, what a thread starts from), or, in tests, from the root. */
function takenBy(path: string, text: string): string[] {
  const withoutTypes = text.replaceAll(/^\s*(?:import|export) type\s[^;]*;/gm, '');
  return [...withoutTypes.matchAll(/['"`]([\w@.-]*\/[\w@./*-]*)/g)].flatMap(([, name]) => {
    const plain = name!.replace(/\/?\*.*$|\/$/, '');
    if (plain.startsWith('.')) return [join(dirname(path), plain)];
    return path.startsWith('test/') || path.endsWith('.test.ts') ? [plain] : [];
  });
}

/** But the first one, which holds too much. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
}
