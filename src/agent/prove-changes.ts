import { join } from 'node:path';
import { configNames } from '../content/frameworks/claims.ts';
import { openGit } from '../content/sources/git-source.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { DocentError } from '../errors.ts';
import { ForgeFault, passingForgeFaults } from '../git/forge-fault.ts';
import { listEvalQuestions } from '../store/eval-questions.ts';
import { gapsOfJobs } from '../store/gap-loops.ts';
import { writeJob } from '../store/job-work.ts';
import type { Job, JobChanges, JobProof, JobUsage } from '../store/jobs.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { noteCopies } from '../store/turn-copies.ts';
import { type Finding, finding } from './checks/finding.ts';
import { makeCommit } from './commit-changes.ts';
import type { ProofQuestion } from './deps.ts';
import { openQuestions } from './gaps/open-questions.ts';
import { addUsage } from './job-step.ts';
import { beginningOf, gitDirOf, type Run, sideFolderOf } from './job-run.ts';
import { sendFindingsBack } from './send-findings-back.ts';
import type { Workspace } from './workspace.ts';

/** A round asks at most so many questions; those of its gap come first. */
const maxQuestions = 200;

type Asked = ProofQuestion & { turnIds: (string | null)[] };

/** Whether there is anything to ask about a change. */
export async function hasQuestions(run: Run): Promise<boolean> {
  return run.deps.prove !== undefined && (await questionsOf(run)).length > 0;
}

/** The gap's questions, which anything may answer, and the project's test questions. */
async function questionsOf({ deps: { store }, job }: Run): Promise<Asked[]> {
  const gapId = (await gapsOfJobs(store, [job.id])).get(job.id);
  const ofGap = gapId === undefined ? [] : await openQuestions(store, gapId);
  const tests = await listEvalQuestions(store, job.projectId, maxQuestions);
  const all: Asked[] = [
    ...ofGap.map(({ text, turnIds }) => ({ question: text, expected: [], turnIds })),
    ...tests.map(({ question, expected, turnIds }) => ({
      question,
      expected: expected === null ? [] : [expected],
      turnIds,
    })),
  ];
  return [...new Map(all.toReversed().map((one) => [one.question, one])).values()]
    .toReversed()
    .slice(0, maxQuestions);
}

/**
 * Asks readers' questions of the docs without and with the pull request. A loss goes back to the model once; one that
 * remains makes the pull request a draft. Nothing is written before all is asked, so it can be repeated.
 */
export async function proveChanges(run: Run, workspace: Workspace, canFix: boolean): Promise<void> {
  const isTold = run.job.proof?.round === run.job.round && run.job.proof.lost > 0;
  const mayFix = canFix && !isTold && !('early' in (run.job.finish as object));
  const proven = await askOf(run, await makeCommit(run, workspace));
  const findings = [...(run.job.findings as Finding[]), ...proven.findings];
  const isSentBack = mayFix && proven.findings.some(({ severity }) => severity !== 'warning');
  await keep(run, proven, (store, changes, events) =>
    isSentBack
      ? sendFindingsBack(store, run.fence, proven.findings, { ...changes, findings }, events)
      : writeJob(store, run.fence, { ...changes, findings, phase: 'committing' }, [
          ...events,
          { type: 'phase', phase: 'committing' },
        ]),
  );
}

/** The same for a round that changed nothing: people may have, on its branch. */
export async function proveUnchanged(run: Run): Promise<Finding[]> {
  if (!(await hasQuestions(run))) return [];
  const proven = await askOf(run, run.job.baseCommit!);
  const isKept = await keep(run, proven, (store, ...written) => writeJob(store, run.fence, ...written));
  return isKept ? proven.findings : proveUnchanged(run);
}

type Proven = {
  proof: JobProof | null;
  usage: JobUsage | null;
  findings: Finding[];
  turnIds: Asked['turnIds'];
};

/** @param head the commit with the whole change */
async function askOf(run: Run, head: string): Promise<Proven> {
  const questions = await questionsOf(run);
  const nothing = { proof: null, usage: null, findings: [], turnIds: [] };
  const { prove } = run.deps;
  if (questions.length === 0 || prove === undefined) return nothing;
  try {
    const change = { base: await treeOf(run, beginningOf(run)), head: await treeOf(run, head) };
    const folder = join(sideFolderOf(run), 'proof');
    const { proof, usage } = await prove(run.job.projectId, change, questions, {
      folder,
      signal: run.signal,
    });
    const turnIds = questions.flatMap(({ turnIds }) => turnIds);
    return { proof: { ...proof, round: run.job.round }, usage, findings: lossesOf(proof), turnIds };
  } catch (error) {
    run.signal.throwIfAborted();
    // What may pass is tried again; the change itself is valid, whatever else keeps its proof from being made.
    if (error instanceof ForgeFault && passingForgeFaults.includes(error.code)) throw error;
    run.deps.log.warn({ jobId: run.job.id, error }, 'a change is not proven');
    const why = error instanceof DocentError ? ` ${error.message}` : '';
    const message = `What readers ask could not be asked of this change.${why}`;
    return { ...nothing, findings: [finding('answers', 'warning', 'docs', message)] };
  }
}

async function treeOf(run: Run, commit: string): Promise<FileTree> {
  const { forge, docsRoot } = run.repository;
  const access = await forge.access();
  const source = { name: forge.repository, gitDir: gitDirOf(run), access, branch: null, commit, since: null };
  return (await openGit({ ...source, root: docsRoot, names: configNames }, run.signal)).tree;
}

function lossesOf({ questions }: Pick<JobProof, 'questions'>): Finding[] {
  return questions
    .filter(({ before, after }) => before === 'answered' && after !== 'answered')
    .map(({ question, after, page }) => {
      const message = `“${question.replace(/\s+/g, ' ').slice(0, 200)}” was answered before this change; with it the outcome is ${after}. Put back what answers it, unless it is meant to go.`;
      return finding('answers', 'review', page ?? 'docs', message);
    });
}

type Write = (store: Store, changes: JobChanges, events: object[]) => Promise<Job>;

/** @returns false when a question was deleted meanwhile: then nothing of it is kept */
async function keep(run: Run, { proof, usage, turnIds }: Proven, write: Write): Promise<boolean> {
  const { job } = run;
  const { asked, gained, lost } = proof ?? {};
  const events = proof === null ? [] : [{ type: 'proof', asked, gained, lost }];
  const written = await inTransaction(run.deps.store, async (store) => {
    if (!(await noteCopies(store, { kind: 'proof', subject: job.id }, turnIds))) return null;
    return write(store, { proof, usage: usage === null ? job.usage : addUsage(job.usage, usage) }, events);
  });
  if (written !== null) run.job = written;
  return written !== null;
}
