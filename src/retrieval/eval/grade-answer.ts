import type { EvalQuestion } from './question.ts';

/**
 * `right`: every fact is there and the page that it was asked of is cited first. `partly`: some facts are there, or all
 * of them with another page first. `refused`: it says that the docs do not hold the answer.
 */
export type Grade = 'right' | 'partly' | 'wrong' | 'refused';

/** What an answer said. */
type GivenAnswer = {
  text: string;
  /** Paths of the pages that it cites, in order. */
  cited: readonly string[];
  refused: boolean;
};

/** Grades an answer by the facts that it must hold and the pages that hold them. */
export function gradeAnswer(
  { text, cited, refused }: GivenAnswer,
  { expect = [], answerable = true }: Pick<EvalQuestion, 'expect' | 'answerable'>,
  expectedPaths: ReadonlySet<string>,
): Grade {
  if (!answerable) return refused ? 'right' : 'wrong';
  if (refused) return 'refused';
  const readable = plain(text);
  const held = expect.filter((fact) => holdsFact(readable, fact)).length;
  const citesPage = expectedPaths.size === 0 || (cited[0] !== undefined && expectedPaths.has(cited[0]));
  if (held === expect.length && citesPage) return 'right';
  return held > 0 ? 'partly' : 'wrong';
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
