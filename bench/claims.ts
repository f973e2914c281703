// npm run bench -- claims GITDIR[:DOCS] … [--merges N] [--mends N] [--list]: what `docent claims --since` would have said in the
// history of projects with docs beside code. GITDIR is a git directory with history, DOCS the folder of the docs (`docs`).
//
// Mended facts: those that a commit took out of a page, or gave another value there, after a code change took the name out of
// the product's code, or gave it the new value. `later`: commits that change docs alone; the claim must be named at the code
// change. `same`: the code change mends the docs itself; the claim must be named had it not. Both are told by git alone.
// Merges: the newest commits of the main line that change the product's code, with the docs as they stood before: how many
// claims they would have named, and how many of these their own authors mended. The others somebody has to read: `--list`.
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Fact } from '../src/claims/claim.ts';
import { isProduct, languageOf } from '../src/claims/code/languages.ts';
import { checkTouched, type TouchedClaim } from '../src/claims/check-claims.ts';
import { olderVersions } from '../src/claims/older-versions.ts';
import { readFacts } from '../src/claims/read-facts.ts';
import { openCommitTree } from '../src/content/sources/commit-tree.ts';
import { listDocs } from '../src/content/read-docs.ts';

const options = new Map<string, string>();
const repositories: string[] = [];
for (let args = process.argv.slice(2); args.length > 0; args = args.slice(1)) {
  if (args[0] === '--list') options.set('list', 'yes');
  else if (args[0]!.startsWith('--')) options.set(args[0]!.slice(2), (args = args.slice(1))[0]!);
  else repositories.push(args[0]!);
}
const maxMerges = Number(options.get('merges') ?? 100);
const maxMends = Number(options.get('mends') ?? 400);
/** Commits between a code change and the docs commit that mends its docs. */
const maxLater = 500;
const maxCommits = 3_000;

const isPage = (path: string) => /\.(?:md|mdx|rst|adoc)$/.test(path);

type Commit = { id: string; paths: string[] };
type Mend = { fact: Fact; commit: string };
type Row = { repository: string; later: string; same: string; merges: number; named: number; mended: number };

async function measure(argument: string): Promise<Row> {
  const [gitDir = '', docsRoot = 'docs'] = argument.split(':');
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', gitDir, ...args], { maxBuffer: 1 << 30, encoding: 'utf8' });
  const isDocs = (path: string) => path.startsWith(`${docsRoot}/`) && isPage(path);
  const isCode = (path: string) =>
    !path.startsWith(`${docsRoot}/`) && isProduct(path) && languageOf(path) !== null;
  const commits = listCommits(git);
  const changes = await readChanges(gitDir, docsRoot, isCode);
  const factsOf = createFactReader(gitDir, docsRoot);

  const treeOf = (commit: string) => openCommitTree(gitDir, commit);
  const touchedBy = async ({ id, paths }: Commit, facts: Fact[]): Promise<TouchedClaim[]> => {
    const withoutDocs = async (commit: string) => {
      const tree = await treeOf(commit);
      return { ...tree, files: tree.files.filter((path) => !path.startsWith(`${docsRoot}/`)) };
    };
    const [before, now] = [await withoutDocs(`${id}^`), await withoutDocs(id)];
    return checkTouched(facts, { before, now, changed: new Set(paths) });
  };

  // What was mended, and where the code had changed.
  const later: Mend[] = [];
  const same: Mend[] = [];
  const mending = commits.filter(({ paths }) => {
    const pages = paths.filter(isDocs);
    return pages.length > 0 && pages.length <= 12;
  });
  for (const { id, paths } of mending.slice(0, maxMends)) {
    const withCode = paths.some(isCode);
    for (const page of paths.filter(isDocs)) {
      const [had, have] = [await factsOf(`${id}^`, page), await factsOf(id, page)];
      if (had === null || have === null) continue;
      for (const fact of had.facts) {
        const isValue = fact.kind === 'default' || fact.kind === 'limit';
        const other = have.facts.find(({ kind, name }) => kind === fact.kind && name === fact.name);
        const leaf = fact.name.replace(/^-+/, '').split('.').at(-1)!;
        if (isValue ? other === undefined || other.value === fact.value : have.text.includes(leaf)) continue;
        const code = isValue
          ? changeOfValue(leaf, fact.value!, other!.value!, id, withCode)
          : changeOfName(leaf, id, withCode);
        if (code === null) continue;
        (code === id ? same : later).push({ fact, commit: code });
      }
    }
  }

  function changeOfName(leaf: string, id: string, withCode: boolean): string | null {
    if (leaf.length < 4 || !/^[\w-]+$/.test(leaf)) return null;
    if (isInCode(leaf, id)) return null;
    if (withCode && isInCode(leaf, `${id}^`)) return id;
    if (withCode) return null;
    const found = before(id).find((one) => changes.get(one.id)?.removed.has(leaf));
    return found !== undefined && isInCode(leaf, `${found.id}^`) ? found.id : null;
  }

  /** The last commit that took a value from a line with the name, and gave it the value that the docs say now. */
  function changeOfValue(
    leaf: string,
    old: string,
    next: string,
    id: string,
    withCode: boolean,
  ): string | null {
    const [plainOld, plainNext] = [bare(old), bare(next)];
    for (const one of withCode ? [{ id }] : before(id)) {
      const isIt = changes.get(one.id)?.hunks.some((lines) => {
        const has = (sign: string, word: string) =>
          lines.some((line) => line.startsWith(sign) && wordsOf(line).includes(word));
        return (
          lines.some((line) => wordsOf(line).includes(leaf)) &&
          has('-', plainOld) &&
          has('+', plainNext) &&
          !has('+', plainOld)
        );
      });
      if (isIt) return one.id;
    }
    return null;
  }

  function before(id: string): Commit[] {
    const at = commits.findIndex((one) => one.id === id);
    return commits.slice(at + 1, at + 1 + maxLater);
  }

  /** Whether the product's code has a word, as git sees it. */
  function isInCode(word: string, commit: string): boolean {
    try {
      return git('grep', '-l', '-w', '-i', '-F', '-e', word, commit, '--', '.', `:!${docsRoot}`)
        .split('\n')
        .some((line) => isCode(line.slice(line.indexOf(':') + 1)));
    } catch {
      return false;
    }
  }

  const byId = new Map(commits.map((one) => [one.id, one]));
  const named = async (mends: Mend[]) => {
    let [right, all] = [0, 0];
    for (const [id, ofCommit] of Map.groupBy(mends, ({ commit }) => commit)) {
      const commit = byId.get(id);
      if (commit === undefined || commit.paths.length > 2_000) continue;
      const facts: Fact[] = [];
      for (const page of new Set(ofCommit.map(({ fact }) => fact.page)))
        facts.push(...((await factsOf(`${id}^`, `${docsRoot}/${page}`))?.facts ?? []));
      // Docs that were written after the change cannot be named by it.
      const known = ofCommit.filter(({ fact }) => facts.some((one) => keyOf(one) === keyOf(fact)));
      if (known.length === 0) continue;
      const broken = (await touchedBy(commit, facts)).filter(({ breaks }) => breaks);
      for (const { fact } of known) {
        const isNamed = broken.some((claim) => keyOf(claim) === keyOf(fact));
        all += 1;
        if (isNamed) right += 1;
        if (options.has('list'))
          console.log(
            isNamed ? 'mended, named ' : 'mended, missed',
            gitDir.split('/').at(-2),
            id.slice(0, 10),
            fact.kind,
            fact.text,
            `${fact.page}:${fact.line}`,
          );
      }
    }
    return `${right} of ${all}`;
  };

  // What each of the newest merges would have named, had the docs stood still.
  const merges = commits
    .filter(({ paths }) => paths.some(isCode) && paths.length <= 2_000)
    .slice(0, maxMerges);
  let [count, mended] = [0, 0];
  for (const commit of merges) {
    const broken = (await touchedBy(commit, await factsOf.all(`${commit.id}^`))).filter(
      ({ breaks }) => breaks,
    );
    const left = new Set(broken.length === 0 ? [] : (await factsOf.all(commit.id)).map(keyOf));
    for (const claim of broken) {
      const isMended = !left.has(keyOf(claim));
      count += 1;
      if (isMended) mended += 1;
      const { status, kind, text, page, line, evidence } = claim;
      const places = evidence.slice(0, 2).map((one) => `${one.path}:${one.line}`);
      if (options.has('list'))
        console.log(
          isMended ? 'named, mended' : 'named, left  ',
          gitDir.split('/').at(-2),
          commit.id.slice(0, 10),
          status,
          kind,
          text,
          `${page}:${line}`,
          ...places,
        );
    }
  }
  return {
    repository: gitDir
      .split('/')
      .filter((part) => part !== 'repo')
      .at(-1)!,
    later: await named(later),
    same: await named(same),
    merges: merges.length,
    named: count,
    mended,
  };
}

function listCommits(git: (...args: string[]) => string): Commit[] {
  const log = git(
    'log',
    '--first-parent',
    '-m',
    '--no-renames',
    '--name-only',
    '--format=%x00%H',
    `-${maxCommits}`,
    'HEAD',
  );
  return log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [id = '', ...paths] = entry.split('\n').filter(Boolean);
      return { id, paths };
    });
}

type Changes = Map<string, { hunks: string[][]; removed: Set<string> }>;

/** The hunks of each commit in the product's code, and the words that it took out of lines. */
async function readChanges(
  gitDir: string,
  docsRoot: string,
  isCode: (path: string) => boolean,
): Promise<Changes> {
  const args = [
    '--git-dir',
    gitDir,
    'log',
    '--first-parent',
    '-m',
    '-p',
    '-U2',
    '--no-renames',
    '--format=%x00%H',
  ];
  const child = spawn('git', [
    ...args,
    `-${maxCommits}`,
    'HEAD',
    '--',
    '.',
    `:!${docsRoot}`,
    ':!*.md',
    ':!*.lock',
    ':!*.json',
  ]);
  const changes: Changes = new Map();
  let commit = { hunks: [] as string[][], removed: new Set<string>() };
  let isRead = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('\0')) changes.set(line.slice(1), (commit = { hunks: [], removed: new Set() }));
    else if (line.startsWith('diff --git ')) isRead = isCode(/ b\/(.+)$/.exec(line)?.[1] ?? '');
    else if (!isRead || line.length > 400) continue;
    else if (line.startsWith('@@')) commit.hunks.push([]);
    else if ((commit.hunks.at(-1)?.length ?? 200) < 200) {
      commit.hunks.at(-1)!.push(line);
      if (line.startsWith('-'))
        for (const word of line.match(/[\w-]{4,80}/g) ?? []) commit.removed.add(word.replace(/^-+/, ''));
    }
  }
  return changes;
}

const keyOf = ({ kind, text, page }: Pick<Fact, 'kind' | 'text' | 'page'>) => `${kind} ${text} ${page}`;
const bare = (value: string) => value.replaceAll(/["'`_]/g, '');
const wordsOf = (line: string) =>
  line
    .slice(1)
    .replaceAll(/["'`_]/g, '')
    .split(/[^\w.-]+/);

/** Reads the facts of a page as it was at a commit, each version once. */
function createFactReader(gitDir: string, docsRoot: string) {
  const known = new Map<string, { facts: Fact[]; text: string } | null>();
  const trees = new Map<string, ReturnType<typeof openCommitTree>>();
  const treeOf = (commit: string) => {
    if (!trees.has(commit) && trees.size > 20) trees.delete(trees.keys().next().value!);
    if (!trees.has(commit)) trees.set(commit, openCommitTree(gitDir, commit, { folder: docsRoot }));
    return trees.get(commit)!;
  };
  const read = async (commit: string, path: string) => {
    const file = path.slice(docsRoot.length + 1);
    const tree = await treeOf(commit);
    const version = await tree.versionOf(file);
    if (version === null) return null;
    const key = `${file} ${version}`;
    if (!known.has(key)) {
      const { text } = await tree.read(file);
      const alone = { ...tree, files: [file] };
      const facts = await listDocs(alone).then(readFacts, () => []);
      known.set(key, text === null ? null : { facts, text });
    }
    return known.get(key)!;
  };
  return Object.assign(read, {
    async all(commit: string): Promise<Fact[]> {
      const facts: Fact[] = [];
      const { files } = await treeOf(commit);
      const older = olderVersions(files);
      for (const file of files.filter((one) => isPage(one) && !older.has(one)))
        facts.push(...((await read(commit, `${docsRoot}/${file}`))?.facts ?? []));
      return facts;
    },
  });
}

const rows: Row[] = [];
for (const one of repositories) rows.push(await measure(one));
console.table(rows);
