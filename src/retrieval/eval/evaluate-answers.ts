import type { SearchIndex } from '../open-index.ts';
import { gradeAnswer, type GivenAnswer, type Grade, grades } from './grade-answer.ts';
import type { EvalQuestion } from './labelled-question.ts';

/** A question with its answer. `missing` are expected facts that the answer lacks. */
export type AnswerOutcome = EvalQuestion & { grade: Grade; missing: string[]; cited: string[]; text: string };

export type AnswerRun = {
  /** How many answers got each grade. */
  grades: Record<Grade, number>;
  /** Share of the answers that are right. */
  right: number;
  /** Citations that did not support their sentence, as a share of all citations. */
  unsupported: number;
  outcomes: AnswerOutcome[];
};

/** Judges what patterns cannot: the answer's grade, given the patterns' result. */
export type JudgeModel = (question: EvalQuestion, answer: GivenAnswer, grade: Grade) => Promise<Grade>;

/**
 * Asks every question with expected facts, and grades the answers.
 * @param ask returns the answer and its citation counts
 * @param judge called where facts do not decide; without it they do
 */
export async function evaluateAnswers(
  index: Pick<SearchIndex, 'page'>,
  questions: readonly EvalQuestion[],
  ask: (question: string) => Promise<GivenAnswer>,
  judge?: JudgeModel,
): Promise<AnswerRun> {
  const outcomes: AnswerOutcome[] = [];
  let [citations, unsupported] = [0, 0];
  for (const question of questions.filter(saysWhatIsRight)) {
    const given = await ask(question.question);
    const cited = given.cited.map((url) => index.page(url)?.path ?? url);
    const paths = question.expected.flatMap((label) => index.page(label.split('#')[0]!)?.path ?? []);
    // Labels that name no page are no leave to cite any.
    const expected = new Set(paths.length > 0 ? paths : question.expected);
    const byFacts = gradeAnswer({ ...given, cited }, question, expected);
    // Whether it refuses needs no judge.
    const isJudged = judge !== undefined && question.inDocs !== false;
    const grade = isJudged ? await judge(question, given, byFacts.grade) : byFacts.grade;
    outcomes.push({ ...question, grade, missing: byFacts.missing, cited, text: given.text });
    citations += given.citations ?? 0;
    unsupported += given.unsupported ?? 0;
  }
  const counts = Object.fromEntries(
    grades.map((grade) => [grade, outcomes.filter((one) => one.grade === grade).length]),
  ) as Record<Grade, number>;
  return {
    grades: counts,
    right: outcomes.length === 0 ? 0 : counts.right / outcomes.length,
    unsupported: citations === 0 ? 0 : unsupported / citations,
    outcomes,
  };
}

export function saysWhatIsRight({ expect, inDocs }: EvalQuestion): boolean {
  return expect !== undefined || inDocs === false;
}
