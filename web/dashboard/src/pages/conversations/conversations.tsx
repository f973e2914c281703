import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Search, ThumbsDown, ThumbsUp, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { costAfter } from '../../api/format.ts';
import type { Conversation } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { type ConversationSearch, conversationQuery } from './conversation-search.ts';
import { visitorName } from './visitor-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { channelTitle, channelTitles } from '../../ui/channel-names.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { smallBox } from '../../ui/field.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Period } from '../../ui/period.tsx';
import { SortSelect } from '../../ui/sort.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** The filter is in the address, so that a view can be sent to someone. */
export function ConversationsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const at = { org, domain: project.domain };
  const search = useSearch({ from: '/signed-in/$org/$domain/conversations' });
  const navigate = useNavigate({ from: '/$org/$domain/conversations' });
  const filter = conversationQuery(search);
  const isFiltered = Object.keys(search).some((name) => name !== 'sort');
  return (
    <Page
      title="Conversations"
      about="Questions, answers and feedback."
      actions={
        <>
          <CsvMenu
            lists={[
              { path: `/manage/v1/projects/${project.id}/conversations`, query: filter },
              {
                label: 'Feedback as CSV',
                path: `/manage/v1/projects/${project.id}/feedback`,
                query: { dateFrom: filter['dateFrom'], dateTo: filter['dateTo'] },
              },
            ]}
          />
        </>
      }
    >
      <SavedViews list="conversations" search={search} onOpen={(search) => void navigate({ search })} />
      <Filters search={search} onChange={(search) => void navigate({ search })} />
      <PagedList
        query={project.queries.conversations(filter)}
        unit={['conversation', 'conversations']}
        row={(conversation) => (
          <ConversationRow key={conversation.threadId} conversation={conversation} search={search} at={at} />
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
  return (
    <div className="flex flex-wrap items-center gap-2">
      <form onSubmit={onSubmit} role="search" className="flex min-w-0 basis-full gap-2">
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
        className={smallBox}
      >
        <option value="">Answered or not</option>
        <option value="answered">Answered</option>
        <option value="partial">Partly answered</option>
        <option value="unanswered">Not in the docs</option>
        <option value="unanswered,partial">Not answered fully</option>
        <option value="failed">Failed</option>
      </select>
      <select
        aria-label="Feedback"
        value={search.feedback ?? ''}
        onChange={(event) => change('feedback', event.target.value)}
        className={smallBox}
      >
        <option value="">Any feedback</option>
        <option value="helpful">Helpful</option>
        <option value="unhelpful">Not helpful</option>
        <option value="any">Rated</option>
      </select>
      <select
        aria-label="Channel"
        value={search.channel ?? ''}
        onChange={(event) => change('channel', event.target.value)}
        className={smallBox}
      >
        <option value="">Asked anywhere</option>
        {Object.entries(channelTitles).map(([channel, name]) => (
          <option key={channel} value={channel}>
            In {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Reviewed"
        value={search.reviewed ?? ''}
        onChange={(event) => change('reviewed', event.target.value)}
        className={smallBox}
      >
        <option value="">Reviewed or not</option>
        <option value="false">To review</option>
        <option value="true">Reviewed</option>
      </select>
      {search.page !== undefined && (
        <Chosen
          text={`${search.cited === 'true' ? 'Cites' : 'Found'} ${search.page}`}
          onClear={() => {
            const { page: _, cited: __, ...others } = search;
            onChange(others);
          }}
        />
      )}
      {search.topicId !== undefined && <Chosen text="Of one topic" onClear={() => change('topicId', '')} />}
      <SortSelect
        value={search.sort ?? 'recent'}
        options={orders}
        onSort={(sort) => change('sort', sort === 'recent' ? '' : sort)}
      />
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

const orders = [
  { value: 'recent', label: 'Latest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'turns', label: 'Most questions' },
  { value: 'unanswered', label: 'Most unanswered' },
  { value: 'unhelpful', label: 'Worst rated' },
  { value: 'cost', label: 'Costliest' },
] as const;

/** A filter that was set by a link on another page. */
function Chosen({ text, onClear }: { text: string; onClear(): void }) {
  return (
    <span className="flex min-h-9 max-w-full items-center gap-1 rounded-lg border border-line bg-hover pl-2.5 text-sm">
      <span className="truncate">{text}</span>
      <IconButton label="Remove this filter" onClick={onClear}>
        <X size={14} aria-hidden />
      </IconButton>
    </span>
  );
}

function ConversationRow({
  conversation,
  search,
  at,
}: {
  conversation: Conversation;
  /** The project, as routes name it. */
  at: { org: string; domain: string };
  /** The filter, which also orders the links to the previous and next conversation. */
  search: ConversationSearch;
}) {
  const {
    threadId,
    channel,
    question,
    turns,
    partial,
    unanswered,
    failed,
    helpful,
    unhelpful,
    costMicros,
    fp,
    updatedAt,
  } = conversation;
  const { note, reviewedAt } = conversation;
  return (
    <li>
      <Link
        to="/$org/$domain/conversations/$threadId"
        params={{ ...at, threadId }}
        search={search}
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1 basis-full sm:basis-64">
          <span dir="auto" className="line-clamp-2 font-medium break-words">
            {question}
          </span>
          <span className="block truncate text-xs text-faint">
            {turns === 1 ? '1 question' : `${turns} questions`} · {visitorName(fp)}
            {costAfter(costMicros)}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {channel !== null && <Badge>{channelTitle(channel)}</Badge>}
          {note !== '' && <Badge>note</Badge>}
          {reviewedAt !== null && <Badge>reviewed</Badge>}
          {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
          {unanswered > 0 && <Badge tone="warn">{unanswered} not in the docs</Badge>}
          {partial > 0 && <Badge tone="warn">{partial} partly answered</Badge>}
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
