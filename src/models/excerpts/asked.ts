import type { WeighedTerms } from './match-terms.ts';
import type { QuestionKind } from './question-kind.ts';

/** What a question asks for. */
export type Asked = {
  terms: WeighedTerms;
  kind: QuestionKind;
  /** What a definition is asked of; null when none is. */
  subject: string | null;
  /** It asks for news, changes or proposals. */
  aboutPast: boolean;
};
