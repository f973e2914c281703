import type { EvalQuestion } from './labelled-question.ts';

/** From best to worst. */
export const grades = ['right', 'partly', 'refused', 'wrong'] as const;

/**
 * `right`: every fact is there and the page that it was asked of is cited first; what the docs do not hold is refused.
 * `partly`: some facts are there, or all of them with another page first. `refused`: it says that the docs do not hold
 * the answer, though they do.
 */
export type Grade = (typeof grades)[number];

/** What an answer said. */
export type GivenAnswer = {
  text: string;
  /** The pages that it cites, in order. */
  cited: readonly string[];
  /** Whether it says that the docs hold nothing of it. */
  refused: boolean;
  /** Citations that were made, and how many of them did not hold what their sentence says. */
  citations?: number | undefined;
  unsupported?: number | undefined;
};

/** Grades an answer by the facts that it must hold and the pages that hold them; no pages: any will do. */
export function gradeAnswer(
  { text, cited, refused }: GivenAnswer,
  { expect = [], inDocs = true }: Pick<EvalQuestion, 'expect' | 'inDocs'>,
  expectedPaths: ReadonlySet<string>,
): { grade: Grade; missing: string[] } {
  if (!inDocs) return { grade: refused ? 'right' : 'wrong', missing: [] };
  const readable = plain(text);
  const missing = expect.filter((fact) => !holdsFact(readable, fact));
  if (refused) return { grade: 'refused', missing };
  const citesPage = expectedPaths.size === 0 || (cited[0] !== undefined && expectedPaths.has(cited[0]));
  if (missing.length === 0 && citesPage) return { grade: 'right', missing };
  return { grade: missing.length < expect.length ? 'partly' : 'wrong', missing };
}

/** A fact is a string, whatever its case, or a pattern between slashes. */
function holdsFact(readable: string, fact: string): boolean {
  const pattern = /^\/(.+)\/$/s.exec(fact)?.[1];
  if (pattern !== undefined) return new RegExp(pattern, 'i').test(readable);
  return readable.toLowerCase().includes(plain(fact).toLowerCase());
}

/** As a reader sees it: one blank between words, no emphasis, no ticks, no escapes. */
function plain(text: string): string {
  return text.replaceAll(/[`*]+|\\(?=[^\w\s])/g, '').replaceAll(/\s+/g, ' ');
}
