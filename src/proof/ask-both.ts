import type { TurnRecord } from '../assistant/record-turn.ts';
import { ModelFault } from '../models/model-fault.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { JobProof, JobUsage, ProvenQuestion } from '../store/jobs.ts';
import { isPassageGone } from './passage-gone.ts';
import { citedPaths, judge, type ProofQuestion } from './judge.ts';

/** A proof asks at most so many questions. */
export const maxQuestions = 200;

/** What a language model answers of them at most, each of both sides; by excerpts the rest costs nothing. */
const modelBudget = { questions: 40, tokens: 400_000 };

export type Sides = { base: SearchIndex; head: SearchIndex };

/** The comparison, and what the model's part of it cost. */
export type Proven = { proof: Omit<JobProof, 'round'>; usage: JobUsage };

/** Asks an index, by excerpts or by the language model. @throws ModelFault */
type Ask = (index: SearchIndex, text: string) => Promise<TurnRecord>;

type Pair = readonly [TurnRecord, TurnRecord];

type Asking = {
  byExcerpts: Ask;
  /** Null without a language model. */ byModel: { name: string; ask: Ask } | null;
};

/**
 * Asks both sides the same questions and compares how they are answered. A model is asked only where the change touches
 * what the answer is made of: the others come out the same.
 */
export async function askBoth(
  sides: Sides,
  questions: readonly ProofQuestion[],
  { byExcerpts, byModel }: Asking,
  signal: AbortSignal,
): Promise<Proven> {
  const usage: JobUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costMicros: 0 };
  const proven: ProvenQuestion[] = [];
  let asked = 0;
  for (const question of questions.slice(0, maxQuestions)) {
    signal.throwIfAborted();
    const [before, after] = [
      await byExcerpts(sides.base, question.question),
      await byExcerpts(sides.head, question.question),
    ];
    let pair: Pair = [before, after];
    const spent = usage.inputTokens + usage.outputTokens;
    const isTouched = evidenceOf(before) !== evidenceOf(after);
    if (byModel !== null && isTouched && asked < modelBudget.questions && spent < modelBudget.tokens) {
      const given = await askModel(sides, question, byModel.ask, signal);
      for (const record of given) addUsage(usage, record);
      // Excerpts stand in for an answer that failed.
      const [first, second] = given.filter(({ status }) => status !== 'failed');
      if (first !== undefined && second !== undefined) {
        pair = [first, second];
        asked += 1;
      }
    }
    proven.push(compare(sides, question, pair));
  }
  const model = byModel === null ? null : { name: byModel.name, asked };
  return { proof: { ...countProof(proven), questions: proven, model }, usage };
}

/** Both answers; fewer when the model is down. */
async function askModel(
  { base, head }: Sides,
  { question }: ProofQuestion,
  ask: Ask,
  signal: AbortSignal,
): Promise<TurnRecord[]> {
  const given: TurnRecord[] = [];
  try {
    for (const index of [base, head]) given.push(await ask(index, question));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
  }
  return given;
}

function compare({ base, head }: Sides, question: ProofQuestion, [first, second]: Pair): ProvenQuestion {
  const before = judge({ record: first, index: base, other: head }, question) ?? 'not_in_docs';
  const found = judge({ record: second, index: head, other: base }, question) ?? 'not_in_docs';
  const isGone =
    before === 'answered' && found === 'answered' && isPassageGone(question.question, first, second);
  const after = isGone ? 'closest' : found;
  const isLost = before === 'answered' && after !== 'answered';
  const [page = null] = isLost ? citedPaths(first, base) : citedPaths(second, head);
  return { question: question.question, before, after, page };
}

/** Gained and lost are questions that are answered in full on one side only. */
function countProof(questions: readonly ProvenQuestion[]) {
  const isAnswered = (outcome: ProvenQuestion['before']) => outcome === 'answered';
  const gained = questions.filter((one) => isAnswered(one.after) && !isAnswered(one.before)).length;
  const lost = questions.filter((one) => isAnswered(one.before) && !isAnswered(one.after)).length;
  const asked = questions.length;
  return { asked, gained, lost, same: asked - gained - lost };
}

/** All sections that an answer could be made of. */
function evidenceOf({ search }: TurnRecord): string {
  return JSON.stringify(search?.retrieved.all().map(({ page, section }) => [page.path, section.text]));
}

function addUsage(sum: JobUsage, { usage, costMicros }: TurnRecord): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.costMicros += costMicros;
}
