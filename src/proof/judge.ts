import { outcomeOf, type TurnRecord } from '../assistant/record-turn.ts';
import { gradeAnswer } from '../retrieval/eval/grade-answer.ts';
import type { EvalQuestion } from '../retrieval/eval/labelled-question.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { ProvenQuestion } from '../store/jobs.ts';

/** A question, with what is known of its right answer: the pages that hold it, and facts that it must contain. */
export type ProofQuestion = Pick<EvalQuestion, 'question' | 'expected' | 'expect'>;

type Outcome = ProvenQuestion['before'];

/** An answer, the index that gave it, and the other one. */
type Given = { record: TurnRecord; index: SearchIndex; other: SearchIndex };

/** The outcome that the reader is told, less what the answer lacks of the right one; undefined when it failed. */
export function judge({ record, index, other }: Given, question: ProofQuestion): Outcome | undefined {
  const { outcome } = outcomeOf(record);
  if (outcome !== 'answered') return outcome;
  const { expect = [] } = question;
  const { missing } = gradeAnswer({ text: record.answer, cited: [], refused: false }, { expect }, new Set());
  if (missing.length > 0) return 'partial';
  return citesExpected(citedPaths(record, index), question, index, other) ? 'answered' : 'closest';
}

/** A page that is gone may have moved, or been merged: then any that differs between the two may hold the answer. */
function citesExpected(
  cited: readonly string[],
  { expected }: ProofQuestion,
  index: SearchIndex,
  other: SearchIndex,
): boolean {
  const paths = expected.map((label) => {
    const address = label.split('#')[0]!;
    return { here: index.page(address)?.path, there: other.page(address)?.path };
  });
  if (paths.every(({ here, there }) => here === undefined && there === undefined)) return true;
  if (cited.some((path) => paths.some(({ here }) => here === path))) return true;
  const isGone = paths.some(({ here, there }) => here === undefined && there !== undefined);
  return isGone && cited.some((path) => other.page(path)?.hash !== index.page(path)?.hash);
}

export function citedPaths(record: TurnRecord, index: SearchIndex): string[] {
  return record.sources.flatMap(({ url }) => index.page(url)?.path ?? []);
}
