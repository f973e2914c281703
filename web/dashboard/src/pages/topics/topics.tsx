import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, formatShare } from '../../api/format.ts';
import type { Topic } from '../../../../../src/protocol/manage/gap-schema.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useOrganization, useProject } from '../../layout/where.ts';
import type { ConversationSearch } from '../conversations/conversation-search.ts';
import { CsvLink } from '../../ui/csv-link.tsx';
import { Choice } from '../../ui/field.tsx';
import { PagedList, Td, Th } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Period, type PeriodSearch, rangeOf, withUsual } from '../../ui/period.tsx';
import { periodBefore } from '../../ui/period-before.ts';
import { SavedViews } from '../../ui/saved-views.tsx';
import { EmptyState } from '../../ui/states.tsx';

const sorts = [
  { value: 'count', label: 'Most asked' },
  { value: 'unanswered', label: 'Least answered' },
] as const;

/** The topics of all questions in a period, compared with the period before. */
export function TopicsPage() {
  const project = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/topics' });
  const navigate = useNavigate({ from: '/$org/$domain/topics' });
  const { sort = 'count', ...time } = search;
  const query = { ...rangeOf(time), sort };
  return (
    <Page
      title="Topics"
      about="What readers ask about, in groups of one meaning. Each leads to its questions and conversations."
      actions={
        <>
          <Choice
            label="Order"
            value={sort}
            options={sorts}
            onChoose={(sort) => void navigate({ search: { ...time, ...(sort !== 'count' && { sort }) } })}
          />
          <Period
            value={time}
            usual={30}
            onChange={(time) => void navigate({ search: { ...time, ...(sort !== 'count' && { sort }) } })}
          />
          <CsvLink path={`/manage/v1/projects/${project.id}/topics`} query={query} />
        </>
      }
    >
      <SavedViews list="topics" search={search} onOpen={(search) => void navigate({ search })} />
      <PagedList
        query={project.queries.topics(query)}
        unit={['topic', 'topics']}
        head={
          <>
            <Th>Topic</Th>
            <Th end>Questions</Th>
            <Th end>Before</Th>
            <Th end>Answered</Th>
            <Th end>Thumbs</Th>
            <Th end>Trend</Th>
          </>
        }
        row={(topic) => <TopicRow key={topic.id} topic={topic} time={withUsual(time)} />}
        empty={
          <EmptyState icon={Tags} title="Nobody asked in this time">
            Questions are grouped here, a minute or so after they are asked.
          </EmptyState>
        }
      />
    </Page>
  );
}

function TopicRow({ topic, time }: { topic: Topic; time: PeriodSearch }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  const { id, label, asked, trend, examples } = topic;
  const others = examples.filter((example) => example !== label);
  return (
    <tr>
      <Td>
        <Link to="/$org/$domain/gaps/$gapId" params={{ org, domain, gapId: id }} className="block min-w-56">
          <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere hover:underline">
            {label}
          </span>
          {others.length > 0 && (
            <span className="mt-0.5 line-clamp-1 text-xs wrap-anywhere text-faint">{others.join(' · ')}</span>
          )}
        </Link>
      </Td>
      <Td end>
        <Conversations search={{ ...time, topicId: id }}>{formatNumber(asked.count)}</Conversations>
      </Td>
      <Td end>
        {asked.before === 0 ? (
          0
        ) : (
          <Conversations search={{ ...periodBefore(time), topicId: id }}>
            {formatNumber(asked.before)}
          </Conversations>
        )}
        <span className="block text-xs text-faint">{changeOf(asked.count, asked.before)}</span>
      </Td>
      <Td end>
        <Conversations search={{ ...time, topicId: id, status: 'answered' }}>
          {formatShare(asked.answered, asked.count)}
        </Conversations>
      </Td>
      <Td end>
        <span className="whitespace-nowrap">
          <Conversations
            search={{ ...time, topicId: id, feedback: 'helpful' }}
            label={`${asked.helpful} up, helpful`}
          >
            {asked.helpful} up
          </Conversations>{' '}
          <Conversations
            search={{ ...time, topicId: id, feedback: 'unhelpful' }}
            label={`${asked.unhelpful} down, not helpful`}
          >
            {asked.unhelpful} down
          </Conversations>
        </span>
      </Td>
      <Td end>
        <span className="flex justify-end">
          <Sparkline values={trend} label={`Questions over the time, oldest first: ${trend.join(', ')}`} />
        </span>
      </Td>
    </tr>
  );
}

/** A number that leads to the conversations behind it. */
function Conversations({
  search,
  label,
  children,
}: {
  search: ConversationSearch;
  label?: string;
  children: ReactNode;
}) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  return (
    <Link
      to="/$org/$domain/conversations"
      params={{ org, domain }}
      search={search}
      aria-label={label}
      className="underline decoration-edge underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

function changeOf(count: number, before: number): string {
  if (before === 0) return 'new';
  const percent = Math.round((100 * (count - before)) / before);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}
