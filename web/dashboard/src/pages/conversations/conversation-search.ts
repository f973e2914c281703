import { readTexts } from '../../api/read-texts.ts';
import { type PeriodSearch, rangeOf, readPeriod } from '../../ui/period.tsx';

const filters = ['status', 'feedback', 'text', 'reviewed', 'page', 'cited', 'topicId'] as const;

/** The filter in the address. */
export type ConversationSearch = PeriodSearch & Partial<Record<(typeof filters)[number], string>>;

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  return { ...readTexts(search, filters), ...readPeriod(search) };
}

/** The filter for the API. */
export function conversationQuery({ days, from, to, ...chosen }: ConversationSearch) {
  const time = { ...(days && { days }), ...(from && { from }), ...(to && { to }) };
  return { ...chosen, ...rangeOf(time, undefined) };
}
