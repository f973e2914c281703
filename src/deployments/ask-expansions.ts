import type { Log } from '../lib/log.ts';
import {
  expansionPrompt,
  expansionSystem,
  expectedTokens,
  toCalls,
} from '../retrieval/expansion/expansion-prompt.ts';
import type { Expander, ExpanderReply } from '../retrieval/expansion/expander.ts';
import { readExpansions } from '../retrieval/expansion/read-expansions.ts';
import type { ExpandableSection } from '../retrieval/expansion/read-sections.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import { beginExpansionCall, endExpansionCall } from '../store/expansion-calls.ts';
import { addExpansions, countUnreadable, findExpansions } from '../store/expansions.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { type ExpansionPlan, outlinesOf, readBudget } from './expansion-plan.ts';
import type { Step } from './measure-progress.ts';

type AskDeps = { store: Store; log: Log; expander: Expander };

type AskOptions = {
  projectId: string;
  /** The project that the expansions belong to. */
  ownerId: string;
  deploymentId: string;
  report: (step: Step) => void;
  signal: AbortSignal;
};

const phase = 'Expanding sections';

/** Concurrent calls: providers limit them, and a revision waits for the slowest. */
const maxCalls = 4;

/** After this many replies in a row without anything readable, no more are paid for. */
const maxUnreadable = 3;

/**
 * Asks the model to expand the sections of a plan, and stores each reply (and adds it to `plan.known`) on arrival, so
 * that nothing is paid for twice. Stops at the first failed call, before a call that exceeds the budget, and when
 * expansion was switched off or another deployment is live.
 * @returns false when it stopped
 */
export function createAsking(
  { store, log, expander }: AskDeps,
  plan: ExpansionPlan,
  { projectId, ownerId, deploymentId, report, signal }: AskOptions,
): (sections: readonly ExpandableSection[]) => Promise<boolean> {
  const outlines = outlinesOf(plan.sections);
  const total = plan.missing.length;
  let done = 0;
  let unreadable = 0;
  let isOver = false;

  /** Takes the call's estimated cost out of the budget as it is now; null when the call may not be made. */
  async function begin(estimateMicros: number): Promise<string | null> {
    const project = await findProjectById(store, projectId);
    const deployment = await findCurrentDeployment(store, projectId);
    if (project === undefined || deployment?.id !== deploymentId) return null;
    const { since, maxMicros } = await readBudget(store, expander, project);
    if (maxMicros === null) return null;
    const call = await beginExpansionCall(store, ownerId, estimateMicros, { since, maxMicros });
    if (call === null) log.warn({ projectId }, 'this month’s budget for expanding sections is spent');
    return call;
  }

  async function ask(planned: readonly ExpandableSection[]): Promise<void> {
    const call = await withoutKnown(planned);
    done += planned.length - call.length;
    if (call.length === 0) return;
    const outline = outlines.get(call[0]!.pageId) ?? [];
    const { most, usual } = expectedTokens(call, outline);
    const estimateMicros = expander.costOf(usual) ?? 0;
    const id = signal.aborted ? null : await begin(estimateMicros);
    if (id === null) {
      isOver = true;
      return;
    }
    const reply = await expander.ask(expansionSystem, expansionPrompt(call, outline), most, signal);
    const { inputTokens, outputTokens } = reply.usage;
    const costMicros = (expander.costOf(reply.usage) ?? 0) + reply.unreported * estimateMicros;
    await endExpansionCall(store, id, { projectId, inputTokens, outputTokens, costMicros });
    await keep(call, reply);
    if (reply.fault !== null) throw reply.fault;
    done += call.length;
    report({ phase, done, total });
  }

  /** Another run for the same texts, as of a preview, may have expanded them since. */
  async function withoutKnown(call: readonly ExpandableSection[]): Promise<ExpandableSection[]> {
    const found = await findExpansions(store, ownerId, call.map(({ hash }) => hash)); // prettier-ignore
    for (const { hash, ...expansion } of found) plan.known.set(hash, expansion);
    return call.filter(({ hash }) => !plan.known.has(hash));
  }

  /** A section that the reply left out stays as it is, and is asked for again with the next deployment. */
  async function keep(
    call: readonly ExpandableSection[],
    { text, isCut, fault }: ExpanderReply,
  ): Promise<void> {
    const written = readExpansions(text, call.length);
    const rows = [...written].map(([i, expansion]) => ({
      projectId: ownerId,
      hash: call[i]!.hash,
      ...expansion,
    }));
    await addExpansions(store, rows);
    for (const { hash, context, questions } of rows) plan.known.set(hash, { context, questions });
    if (fault !== null) return;
    const isUnreadable = rows.length === 0;
    const left = call.filter((_, i) => !written.has(i)).map(({ hash }) => hash);
    if (left.length > 0 && (isUnreadable || !isCut)) await countUnreadable(store, ownerId, left);
    unreadable = isUnreadable ? unreadable + 1 : 0;
    if (isUnreadable) log.warn({ projectId, sections: call.length, isCut }, 'The model’s reply about sections cannot be read.'); // prettier-ignore
    if (unreadable >= maxUnreadable) throw new Error(`${maxUnreadable} replies in a row cannot be read.`);
  }

  return async (sections) => {
    report({ phase, done, total });
    const calls = toCalls(sections).values();
    const work = async () => {
      for (const call of calls) {
        if (isOver) return;
        try {
          await ask(call);
        } catch (error) {
          isOver = true;
          throw error;
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: maxCalls }, work));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined && !signal.aborted)
      log.warn(
        { projectId, error: failed.reason },
        'The model did not expand all sections. The others stay as they are until the docs are next deployed.',
      );
    return !isOver;
  };
}
