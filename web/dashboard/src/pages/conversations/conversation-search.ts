import { readTexts } from '../../api/read-texts.ts';
import { type PeriodSearch, rangeOf, readPeriod } from '../../ui/period.tsx';

const filters = ['status', 'feedback', 'text', 'reviewed', 'page', 'cited', 'topicId'] as const;

/** Which conversations, as it stands in the address. */
export type ConversationSearch = PeriodSearch & Partial<Record<(typeof filters)[number], string>>;

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  return { ...readTexts(search, filters), ...readPeriod(search) };
}

/** What the server is asked for. */
export function conversationQuery({ days, from, to, ...chosen }: ConversationSearch) {
  const time = { ...(days && { days }), ...(from && { from }), ...(to && { to }) };
  return { ...chosen, ...rangeOf(time, undefined) };
}
