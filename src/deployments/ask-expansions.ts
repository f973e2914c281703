import type { Log } from '../lib/log.ts';
import {
  expansionPrompt,
  expansionSystem,
  expectedTokens,
  readExpansions,
  toCalls,
} from '../retrieval/expansion/expansion-prompt.ts';
import type { Expander } from '../retrieval/expansion/expander.ts';
import type { ExpandableSection } from '../retrieval/expansion/read-sections.ts';
import { addExpansions } from '../store/expansions.ts';
import type { Store } from '../store/store.ts';
import { type ExpansionPlan, outlinesOf } from './expansion-plan.ts';
import type { Step } from './measure-progress.ts';

type AskDeps = { store: Store; log: Log; expander: Expander };

type AskOptions = {
  projectId: string;
  /** The project that the expansions belong to. */
  ownerId: string;
  report: (step: Step) => void;
  signal: AbortSignal;
};

const phase = 'Expanding sections';

/** Concurrent calls: providers limit them, and a revision waits for the slowest. */
const maxCalls = 4;

/**
 * Asks the model to expand the sections of a plan, and stores each reply (and adds it to `plan.known`) on arrival, so
 * that nothing is paid for twice. Stops at the first failed call, and before a call that may exceed the budget.
 * @returns false when it stopped
 */
export function createAsking(
  { store, log, expander }: AskDeps,
  plan: ExpansionPlan,
  { projectId, ownerId, report, signal }: AskOptions,
): (sections: readonly ExpandableSection[]) => Promise<boolean> {
  const outlines = outlinesOf(plan.sections);
  const total = plan.missing.length;
  let spent = plan.spentMicros;
  let done = 0;
  let isOver = false;

  async function ask(call: readonly ExpandableSection[]): Promise<void> {
    const outline = outlines.get(call[0]!.pageId) ?? [];
    const { most, usual } = expectedTokens(call, outline);
    const held = expander.costOf(usual) ?? 0;
    if (spent + held > plan.maxMicros!) {
      log.warn({ projectId, spentMicros: spent }, 'this month’s budget for expanding sections is spent');
      isOver = true;
      return;
    }
    spent += held;
    const { text, usage } = await expander.ask(expansionSystem, expansionPrompt(call, outline), most, signal);
    const costMicros = expander.costOf(usage) ?? 0;
    spent += costMicros - held;
    const written = readExpansions(text, call.length);
    const until = (sections: number) => Math.round((costMicros * sections) / call.length);
    const rows = call.map(({ hash }, i) => ({
      projectId: ownerId,
      hash,
      ...(written.get(i) ?? { context: '', questions: '' }),
      costMicros: until(i + 1) - until(i),
    }));
    const { inputTokens, outputTokens } = usage;
    await addExpansions(store, rows, { projectId, inputTokens, outputTokens, costMicros });
    for (const { hash, context, questions } of rows) plan.known.set(hash, { context, questions });
    done += call.length;
    report({ phase, done, total });
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
