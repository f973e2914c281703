import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Search, ThumbsDown, ThumbsUp } from 'lucide-react';
import type { FormEvent } from 'react';
import { withQuery } from '../../api/request.ts';
import { formatCost } from '../../api/format.ts';
import type { Conversation } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import type { ConversationSearch } from '../../router.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Period, rangeOf } from '../../ui/period.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** The filter is in the address, so that a view can be sent to someone. */
export function ConversationsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/conversations' });
  const navigate = useNavigate({ from: '/$org/$domain/conversations' });
  const { status, feedback, text, ...time } = search;
  const filter = { status, feedback, text, ...rangeOf(time, undefined) };
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page
      title="Conversations"
      about="What people asked, what they were told, and what they thought of it."
      actions={
        <a
          href={withQuery(`/manage/v1/projects/${project.id}/conversations`, { ...filter, format: 'csv' })}
          download
          className={buttonLook('plain')}
        >
          CSV
        </a>
      }
    >
      <Filters search={search} onChange={(search) => void navigate({ search })} />
      <PagedList
        query={project.queries.conversations(filter)}
        unit={['conversation', 'conversations']}
        row={(conversation) => (
          <ConversationRow
            key={conversation.threadId}
            conversation={conversation}
            org={org}
            domain={project.domain}
          />
        )}
        empty={
          <EmptyState
            icon={MessagesSquare}
            title={isFiltered ? 'No conversation matches' : 'Nobody has asked yet'}
          >
            {isFiltered
              ? 'Try fewer filters, or a longer time.'
              : 'Questions show up here within a second, from the playground too.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function Filters({
  search,
  onChange,
}: {
  search: ConversationSearch;
  onChange(search: ConversationSearch): void;
}) {
  const change = (name: keyof ConversationSearch, value: string) => {
    const { [name]: _, ...others } = search;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change('text', String(new FormData(event.currentTarget).get('text')).trim());
  };
  const select = 'min-h-9 rounded-lg border border-edge bg-panel px-2.5 text-sm';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <form onSubmit={onSubmit} role="search" className="flex min-w-0 flex-1 basis-64 gap-2">
        <div className="relative min-w-0 flex-1">
          <Search size={15} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
          <input
            key={search.text}
            name="text"
            type="search"
            aria-label="Words in questions and answers"
            placeholder="Words in questions and answers"
            defaultValue={search.text}
            maxLength={200}
            className="min-h-9 w-full rounded-lg border border-edge bg-panel pr-3 pl-9 text-sm placeholder:text-faint"
          />
        </div>
        <Button type="submit">Search</Button>
      </form>
      <select
        aria-label="Answered"
        value={search.status ?? ''}
        onChange={(event) => change('status', event.target.value)}
        className={select}
      >
        <option value="">Answered or not</option>
        <option value="answered">Answered</option>
        <option value="partial">Partly answered</option>
        <option value="unanswered">Not in the docs</option>
        <option value="failed">Failed</option>
      </select>
      <select
        aria-label="Feedback"
        value={search.feedback ?? ''}
        onChange={(event) => change('feedback', event.target.value)}
        className={select}
      >
        <option value="">Any feedback</option>
        <option value="helpful">Helpful</option>
        <option value="unhelpful">Not helpful</option>
        <option value="any">Rated</option>
      </select>
      <Period
        value={search}
        onChange={({ days, from, to }) => {
          const { days: _, from: __, to: ___, ...others } = search;
          onChange({ ...others, ...(days && { days }), ...(from && { from }), ...(to && { to }) });
        }}
      />
    </div>
  );
}

function ConversationRow({
  conversation,
  org,
  domain,
}: {
  conversation: Conversation;
  org: string;
  domain: string;
}) {
  const { threadId, question, turns, unanswered, failed, helpful, unhelpful, costMicros, fp, updatedAt } =
    conversation;
  return (
    <li>
      <Link
        to="/$org/$domain/conversations/$threadId"
        params={{ org, domain, threadId }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span dir="auto" className="line-clamp-2 font-medium break-words">
            {question}
          </span>
          <span className="block truncate text-xs text-faint">
            {turns === 1 ? '1 question' : `${turns} questions`} · {fp} · {formatCost(costMicros)}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
          {unanswered > 0 && <Badge tone="warn">{unanswered} not in the docs</Badge>}
          {helpful > 0 && (
            <Badge tone="good">
              <ThumbsUp size={12} aria-label="Helpful" /> {helpful}
            </Badge>
          )}
          {unhelpful > 0 && (
            <Badge tone="bad">
              <ThumbsDown size={12} aria-label="Not helpful" /> {unhelpful}
            </Badge>
          )}
        </span>
        <span className="ml-auto text-right text-xs text-faint sm:w-24">
          <Ago at={updatedAt} />
        </span>
      </Link>
    </li>
  );
}
