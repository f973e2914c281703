import { askedSubject, asksToStart } from '../../lib/definitions.ts';
import { comparedSides } from '../../lib/compared.ts';
import { lettersOf } from '../../lib/letters-of.ts';
import { asksForPast } from '../../lib/past-pages.ts';
import type { WeighedTerms } from './match-terms.ts';
import { kindOfQuestion, type QuestionKind } from './question-kind.ts';

/** What a question asks for. */
export type Asked = {
  terms: WeighedTerms;
  kind: QuestionKind;
  /** What a definition is asked of; null when none is. */
  subject: string | null;
  /** It asks for a definition or the first steps. */
  forIntroduction: boolean;
  /** The weight of search's own score: search knows the pages that have these. */
  trust: number;
  /** It asks for news, changes or proposals. */
  aboutPast: boolean;
  /** Its letters, for headings that it says word for word. */
  letters: string;
  /** The letters of what it quotes: an error. */
  quotes: readonly string[];
  /** The two things that it compares. */
  compared: readonly string[];
  /** The way between two things that it asks for. */
  direction: Direction | null;
};

/** `call Rust from JavaScript`, folded: what is before the word between two things, and what comes after it. */
type Direction = { before: string; word: string; other: string };

const way =
  /(?<![\p{L}\p{N}.+#-])([\p{L}\p{N}.+#-]{1,100}) (from|to|into) (?:the |an? )?([\p{L}\p{N}+#-]+)/iu;

export function directionOf(text: string): Direction | null {
  const found = way.exec(text.toLowerCase());
  if (found === null) return null;
  const [, one, word, other] = found as unknown as [string, string, string, string];
  return { before: found.input.slice(0, found.index + one.length), word, other };
}

const trustForIntroduction = 2;

/** What one would quote: more than a name. */
const quotation = /["“”`]([^"“”`\n]{8,200})["“”`]|(?<![\p{L}\p{N}])'([^'\n]{8,200})'(?![\p{L}\p{N}])/gu;

/** Understands a question. */
export function understand(question: string, terms: WeighedTerms): Asked {
  const subject = askedSubject(question);
  const forIntroduction = subject !== null || asksToStart(question);
  const quotes = Array.from(question.matchAll(quotation), ([, one, other]) => (one ?? other)!);
  return {
    terms,
    kind: kindOfQuestion(question),
    subject,
    forIntroduction,
    trust: forIntroduction ? trustForIntroduction : 1,
    aboutPast: asksForPast(question),
    compared: comparedSides(question) ?? [],
    direction: directionOf(question),
    letters: lettersOf(question).toLowerCase(),
    quotes: quotes.filter((quote) => /\S\s+\S/.test(quote)).map((quote) => lettersOf(quote).toLowerCase()),
  };
}
