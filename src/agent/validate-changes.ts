import { allowedCode } from './allowed-code.ts';
import { followPullRequest } from '../store/pull-request-work.ts';
import { endRound } from '../store/job-work.ts';
import { listMessages } from '../store/jobs.ts';
import { checkChanges } from './checks/check-changes.ts';
import { checkRemovals } from './checks/check-removals.ts';
import { checkConfiguration, checkPaths } from './checks/check-paths.ts';
import { checkCodeOfRounds } from './checks/check-code.ts';
import { describeFinding, type Finding, finding, isError } from './checks/finding.ts';
import type { EarlyFinish } from './end-early.ts';
import { JobFault } from './job-fault.ts';
import { goesOn, openPullRequestWorkspace, type Run, save } from './job-run.ts';
import { hasQuestions, proveUnchanged } from './prove-changes.ts';
import { refreshPullRequest } from './publish-changes.ts';
import { sendFindingsBack } from './send-findings-back.ts';
import type { Finish } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';

/**
 * Checks the whole change before any push. Errors go back to the model for some rounds; errors that remain make the
 * pull request a draft, or end the job when the site would break or a secret would leak.
 * @throws JobFault
 */
export async function validateChanges(run: Run, workspace: Workspace, canFix: boolean): Promise<void> {
  const finish = run.job.finish as Finish | EarlyFinish;
  if (!('early' in finish) && (await hasUnheard(run))) return save(run, { phase: 'running', finish: null });
  const { merging } = run.job.pullRequest ?? {};
  const isUnchanged = Object.keys(workspace.overlay()).length === 0;
  if (isUnchanged && !goesOn(run.job)) return completeUnchanged(run, finish, []);
  const whole = await openPullRequestWorkspace(run, workspace);
  const findings = [
    ...(await checkChanges(whole)),
    ...(await checkRemovals(whole)),
    ...(await checkConfiguration(whole)),
    ...(await checkCodeOfRounds(whole, workspace, await allowedCode(run))),
    ...(await checkPaths(whole, workspace)),
    ...(await checkConflicts(workspace, merging?.conflicts ?? [])),
    ...(await checkWording(run, finish)),
  ];
  if (isUnchanged && merging === undefined) return completeUnchanged(run, finish, findings, whole);
  const errors = findings.filter(isError);
  const checked = { type: 'checks', findings: findings.map(describeFinding) };
  const mayFix = canFix && !('early' in finish) && run.job.validations < run.deps.settings.validations;
  const isFirst = run.job.validations === 0;
  if ((errors.length > 0 || (isFirst && findings.some(isOftenMistaken))) && mayFix) {
    const changes = { findings, validations: run.job.validations + 1 };
    run.job = await sendFindingsBack(run.deps.store, run.fence, findings, changes);
    return;
  }
  stopWhatMayNotLeave(errors);
  const next = (await hasQuestions(run))
    ? ({ phase: 'proving' } as const)
    : ({ phase: 'committing', proof: null } as const);
  await save(run, { findings, title: finish.title, ...next }, [checked]);
}

/** Findings that may be intended: the model is asked about them once. */
const isOftenMistaken = ({ check, severity }: Finding) =>
  check === 'removals' || check === 'redirects' || (check === 'navigation' && severity === 'warning');

/** Whether a person sent a message during the model's last step. */
async function hasUnheard({ deps, job }: Run): Promise<boolean> {
  const messages = await listMessages(deps.store, job.id);
  return messages.some(({ author, step }) => author === 'person' && step === null);
}

async function completeUnchanged(
  run: Run,
  finish: Finish,
  findings: Finding[],
  whole?: Workspace,
): Promise<void> {
  if (whole !== undefined) {
    stopWhatMayNotLeave(findings.filter(({ file }) => file === wording));
    findings.push(...(await proveUnchanged(run)));
    await save(run, { findings });
    await refreshPullRequest(run, whole);
  }
  const now = await run.deps.store.now();
  const events = [
    { type: 'summary', title: finish.title, summary: finish.summary },
    { type: 'status', status: 'completed' },
  ];
  if (run.job.pullRequest !== null) await followPullRequest(run.deps.store, run.job);
  const ended = { status: 'completed' as const, title: finish.title, findings, endedAt: now };
  const changes = { ...ended, ...(!goesOn(run.job) && { proof: null }) };
  run.job = await endRound(run.deps.store, run.fence, finish.answers ?? [], { changes, events });
}

/** The `file` of a finding in the pull request's text. */
const wording = 'pull request';

/** The pull request's text and the replies to reviewers may contain secrets, too. */
async function checkWording(run: Run, finish: Finish): Promise<Finding[]> {
  const { title, summary, notVerified, answers = [] } = finish;
  const text = [title, ...summary, ...notVerified, ...answers.map(({ text }) => text)].join('\n');
  const found = await run.deps.checker.run('secrets', 'pull-request.md', text);
  return found.map(({ kind }) => {
    const message = `The title, the summary or an answer holds what looks like a secret (${kind}). Leave it out.`;
    return finding('secrets', 'error', wording, message);
  });
}

function stopWhatMayNotLeave(errors: readonly Finding[]): void {
  const secret = errors.find(({ check }) => check === 'secrets');
  if (secret !== undefined) {
    throw new JobFault(
      'secret_found',
      `Nothing was pushed: ${secret.file} would hold what looks like a secret. Ask for a placeholder instead.`,
    );
  }
  const refused = errors.find(({ check }) => check === 'paths');
  if (refused !== undefined)
    throw new JobFault('internal', `Nothing was pushed: ${refused.file} may not be changed by a job.`);
  const code = errors.find(({ check }) => check === 'code');
  if (code !== undefined) throw new JobFault('unsafe_change', `Nothing was pushed: ${describeFinding(code)}`);
  const breaking = errors.find(({ severity }) => severity === 'breaks-site');
  if (breaking !== undefined) {
    throw new JobFault(
      'site_would_break',
      `Nothing was pushed: the site might not build. ${describeFinding(breaking)}`,
    );
  }
}

const marker = /^(?:<{7}|>{7}) /m;

/** Conflict markers that are still in the files that had them. */
async function checkConflicts(workspace: Workspace, files: readonly string[]): Promise<Finding[]> {
  const texts = await workspace.readAll(files);
  return [...texts]
    .filter(([, text]) => marker.test(text))
    .map(([file, text]) => {
      const message = 'A conflict is not resolved. Keep what both sides mean and take the markers out.';
      const line = text.slice(0, marker.exec(text)!.index).split('\n').length;
      return finding('conflicts', 'breaks-site', file, message, line);
    });
}
