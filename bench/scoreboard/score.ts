import { evaluateAnswers } from '../../src/retrieval/eval/evaluate-answers.ts';
import type { Grade } from '../../src/retrieval/eval/grade-answer.ts';
import type { EvalQuestion } from '../../src/retrieval/eval/labelled-question.ts';
import type { SearchIndex } from '../../src/retrieval/open-index.ts';
import { readingOf, refusesInWords } from '../answers/reading.ts';
import { EndpointError, type Reply } from './endpoints.ts';

/** Who is asked. `costMicros`: millionths of a dollar, null where nobody says. */
export type Asked = (question: string) => Promise<Reply & { costMicros: number | null }>;

export type Score = {
  grades: Record<Grade, number>;
  asked: number;
  /** Answers that cite a page of the docs. */
  cited: number;
  /** Questions that got no answer at all; they count as wrong. */
  failed: number;
  /** Of one answer, the median. */
  seconds: number;
  costMicros: number | null;
  reading: ReturnType<typeof readingOf>;
};

type Pages = Pick<SearchIndex, 'page'>;

/**
 * Asks all questions, one after the other, and grades as `bench/answers` does. Who refuses is told by the words.
 * @throws when the first question fails: then there is nothing to be graded
 */
export async function score(pages: Pages, questions: readonly EvalQuestion[], ask: Asked): Promise<Score> {
  const times: number[] = [];
  let [failed, cost] = [0, 0 as number | null];
  const run = await evaluateAnswers(pages, questions, async (question) => {
    const began = performance.now();
    try {
      const { text, urls, costMicros } = await ask(question);
      times.push((performance.now() - began) / 1000);
      cost = cost === null || costMicros === null ? null : cost + costMicros;
      return { text, cited: urls.map((url) => pathOf(pages, url)), refused: refusesInWords(text) };
    } catch (error) {
      if (times.length === 0) throw error;
      failed += 1;
      return { text: '', cited: [], refused: false };
    }
  });
  return {
    grades: run.grades,
    asked: run.outcomes.length,
    cited: run.outcomes.filter(({ cited }) => cited.some((path) => pages.page(path) !== undefined)).length,
    failed,
    seconds: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
    costMicros: cost,
    reading: readingOf(run.outcomes),
  };
}

/** The page of an address on any site: docs are published below different folders. */
function pathOf(pages: Pages, url: string): string {
  const path = URL.parse(url, 'http://docs.invalid')?.pathname ?? url;
  const parts = path.split('/').filter((part) => part !== '');
  for (let from = 0; from < parts.length; from++) {
    const found = pages.page(
      parts
        .slice(from)
        .join('/')
        .replace(/\.(?:html?|md)$/, ''),
    );
    if (found !== undefined) return found.path;
  }
  return url;
}

export const header = `${''.padEnd(44)} right partly wrong refused cited seconds  cost $`;

export function rowOf(name: string, score: Score | string): string {
  if (typeof score === 'string') return `${name.padEnd(44)} ${score}`;
  const { grades, cited, seconds, costMicros, failed } = score;
  const numbers = [
    String(grades.right).padStart(5),
    String(grades.partly).padStart(6),
    String(grades.wrong).padStart(5),
    String(grades.refused).padStart(7),
    String(cited).padStart(5),
    seconds.toFixed(2).padStart(7),
    (costMicros === null ? '–' : (costMicros / 1e6).toFixed(4)).padStart(7),
  ];
  return `${name.padEnd(44)} ${numbers.join(' ')}${failed > 0 ? `   ${failed} failed` : ''}`;
}

/** Why somebody was not asked. */
export function notRun(error: unknown): string {
  const needsKey = error instanceof EndpointError && error.needsKey;
  const message = error instanceof Error ? error.message : String(error);
  return `not run: ${needsKey || /^Set \w+_KEY\b/.test(message) ? 'no key here' : message}`;
}
