import type { Turn } from '../store/turns.ts';

/** A question as it is compared with others: what it means alone, and the pages that were found for it. */
export type AskedQuestion = {
  text: string;
  /** Addresses of the best sections of the pages that were found, best first. */
  sections: string[];
};

const maxLength = 2_000;

/**
 * @param before the question that it goes on from, where no model made one of its own of it; of one that says nothing
 * alone, only that one counts
 */
export function askedQuestion(
  { question, found }: Pick<Turn, 'question' | 'found'>,
  before?: { question: string; saysNothingAlone: boolean },
): AskedQuestion {
  const together =
    before?.saysNothingAlone === true ? before.question : `${before?.question ?? ''}\n${question}`.trim();
  const text = found?.standalone ?? together;
  return { text: text.slice(0, maxLength), sections: (found?.pages ?? []).map(({ url }) => url) };
}

/** A page's address without the section's; docsify's addresses have their path after the `#`. */
export function pageAddress(url: string): string {
  return url.replace(/#(?![/!]).*$/, '').replace(/(#[/!][^?]*)\?id=.*$/, '$1');
}
