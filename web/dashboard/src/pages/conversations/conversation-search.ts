import { readTexts } from '../../api/read-texts.ts';
import { readSort } from '../../ui/read-sort.ts';
import { type PeriodSearch, rangeOf, readPeriod } from '../../ui/period-search.ts';

const filters = ['status', 'feedback', 'channel', 'text', 'reviewed', 'page', 'cited', 'topicId'] as const;
const orders = ['oldest', 'turns', 'unanswered', 'unhelpful', 'cost'] as const;

/** The filter in the address. */
export type ConversationSearch = PeriodSearch &
  Partial<Record<(typeof filters)[number], string>> & {
    sort?: (typeof orders)[number];
  };

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  return { ...readTexts(search, filters), ...readSort(search, orders), ...readPeriod(search) };
}

/** The filter for the API. */
export function conversationQuery({ days, from, to, ...chosen }: ConversationSearch) {
  const time = { ...(days && { days }), ...(from && { from }), ...(to && { to }) };
  return { ...chosen, ...rangeOf(time, 'any') };
}
