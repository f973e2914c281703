import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configNames } from '../content/frameworks/claims.ts';
import { openGit } from '../content/sources/git-source.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { Page } from '../content/page.ts';
import { readSources } from '../deployments/read-sources.ts';
import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { commitOf, findRepository, forkPoint } from '../git/local-commits.ts';
import { questionsFromHeadings, questionsFromLinks } from '../retrieval/eval/starter-set.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import { maxQuestions, type Proven, type Sides } from './ask-both.ts';
import type { ProofQuestion } from './judge.ts';
import { type ProofDeps, prove } from './prove.ts';

type Revisions = { /** The docs, in a git repository. */ folder: string; base: string; head: string };

/**
 * Proves a branch of the repository that a folder of docs is in, from where it began. Without questions, the docs' own
 * links and headings are asked, first those of pages that differ.
 * @throws DocentError
 */
export async function proveRevisions(
  deps: ProofDeps,
  of: { organization: Organization; project: Project },
  { folder, base, head }: Revisions,
  questions: readonly ProofQuestion[],
  signal: AbortSignal,
): Promise<Proven['proof']> {
  const scratch = await mkdtemp(join(tmpdir(), 'docent-proof-'));
  try {
    const found = await findRepository(folder);
    const to = await commitOf(found.gitDir, head);
    const from = await forkPoint(found.gitDir, await commitOf(found.gitDir, base), to);
    const access = { url: found.gitDir, authorization: null };
    const open = async (commit: string) => {
      const source = { name: folder, gitDir: join(scratch, 'docs.git'), access, root: found.folder };
      return (await openGit({ ...source, branch: null, commit, since: null, names: configNames }, signal))
        .tree;
    };
    const change = { source: 0, base: await open(from), head: await open(to) };
    const asked =
      questions.length > 0
        ? questions
        : (sides: Sides) => questionsOfDocs(deps, of.project, change.base, sides, signal);
    const place = { folder: join(scratch, 'indexes'), signal };
    return (await prove(deps, of, change, asked, place)).proof;
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    throw new DocentError('not_found', error.message, { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What the base's links and headings ask; pages that the branch changes come first. */
async function questionsOfDocs(
  { sources }: ProofDeps,
  project: Project,
  tree: FileTree,
  { base, head }: Sides,
  signal: AbortSignal,
): Promise<ProofQuestion[]> {
  const docs = await readSources({ ...sources, knownHashes: new Map() }, project, {
    given: { source: 0, tree },
    signal,
  });
  const pages: Page[] = [];
  try {
    for (const { docs: listed, files, place } of docs.parts)
      for await (const parsed of listed.parse(files)) pages.push(...parsed.pages.map(place));
  } finally {
    docs.close();
  }
  const made = [...questionsFromHeadings(pages), ...questionsFromLinks(pages, base)];
  const differs = ({ expected }: ProofQuestion) =>
    expected.some((label) => {
      const page = base.page(label.split('#')[0]!);
      return page !== undefined && head.page(page.path)?.hash !== page.hash;
    });
  return made.toSorted((a, b) => Number(differs(b)) - Number(differs(a))).slice(0, maxQuestions);
}
