import { type EvalQuestion, factPattern } from './labelled-question.ts';

/** From best to worst. */
export const grades = ['right', 'partly', 'refused', 'wrong'] as const;

/**
 * `right`: it contains every fact and cites the expected page first, or refuses a question that the docs do not answer.
 * `partly`: some facts are missing, or another page is cited first. `refused`: it says that the docs do not hold the
 * answer, though they do.
 */
export type Grade = (typeof grades)[number];

/** The answer to grade. */
export type GivenAnswer = {
  text: string;
  /** The pages that it cites, in order. */
  cited: readonly string[];
  /** Whether it says that the docs do not hold the answer. */
  refused: boolean;
  /** Citations made, and how many of them did not support their sentence. */
  citations?: number | undefined;
  unsupported?: number | undefined;
};

/** Grades an answer by the expected facts and the pages that contain them; an empty list allows any page. */
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

/** A fact is a string or a pattern, both compared without case. */
function holdsFact(readable: string, fact: string): boolean {
  const pattern = factPattern(fact);
  if (pattern !== null) return pattern.test(readable);
  return readable.toLowerCase().includes(plain(fact).toLowerCase());
}

/** The rendered text: single spaces, no emphasis, no backticks, no escapes. */
function plain(text: string): string {
  return text.replaceAll(/[`*]+|\\(?=[^\w\s])/g, '').replaceAll(/\s+/g, ' ');
}
