import type { Turn } from '../store/turns.ts';

/** A question in the form in which it is compared: standalone, with the pages that answered it. */
export type AskedQuestion = {
  text: string;
  /** Addresses of the best sections of the pages that were found, best first; none unless they answered it. */
  sections: string[];
};

const maxLength = 2_000;

/**
 * What search finds for a question that the docs do not answer is about something else, and often the same page for all
 * such questions, as a FAQ: it would separate what belongs together and join what does not.
 * @param before the question that this one follows up on, when no model rewrote it; a question that says nothing by
 * itself is replaced by it
 */
export function askedQuestion(
  { question, found, status }: Pick<Turn, 'question' | 'found' | 'status'>,
  before?: { question: string; saysNothingAlone: boolean },
): AskedQuestion {
  const together =
    before?.saysNothingAlone === true ? before.question : `${before?.question ?? ''}\n${question}`.trim();
  const text = found?.standalone ?? together;
  const pages = status === 'answered' ? (found?.pages ?? []) : [];
  return { text: text.slice(0, maxLength), sections: pages.map(({ url }) => url) };
}

/** A page's address without the section's anchor; docsify's addresses have their path after the `#`. */
export function pageAddress(url: string): string {
  return url.replace(/#(?![/!]).*/s, '').replace(/(#[/!][^?]{0,1000})\?id=.*/s, '$1');
}
