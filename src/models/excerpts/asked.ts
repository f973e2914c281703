import type { WeighedTerms } from './match-terms.ts';
import type { QuestionKind } from './question-kind.ts';

/** What a question asks for. */
export type Asked = {
  terms: WeighedTerms;
  kind: QuestionKind;
  /** What a definition is asked of; null when none is. */
  subject: string | null;
  /** It asks for a definition or the first steps: search knows the pages that have them. */
  forIntroduction: boolean;
  /** It asks for news, changes or proposals. */
  aboutPast: boolean;
};
