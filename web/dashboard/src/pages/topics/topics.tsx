import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import { formatNumber, formatShare } from '../../api/format.ts';
import type { Topic } from '../../../../../src/protocol/manage/gap-schema.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useOrganization, useProject } from '../../layout/where.ts';
import { ConversationsLink } from '../conversations/conversations-link.tsx';
import type { ConversationSearch } from '../conversations/conversation-search.ts';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { changeOf } from '../../ui/change-of.ts';
import { PagedList, Td, Th } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Period } from '../../ui/period.tsx';
import { type PeriodSearch, withUsual } from '../../ui/period-search.ts';
import { periodBefore } from '../../ui/period-before.ts';
import { SavedViews } from '../../ui/saved-views.tsx';
import { SortTh } from '../../ui/sort.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { topicQuery } from '../list-search.ts';

/** The project, as routes name it. */
type Place = { org: string; domain: string };

/** The topics of all questions in a period, compared with the period before. */
export function TopicsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const at = { org, domain: project.domain };
  const search = useSearch({ from: '/signed-in/$org/$domain/topics' });
  const navigate = useNavigate({ from: '/$org/$domain/topics' });
  const { sort = 'count', ...time } = search;
  const query = topicQuery(search);
  const onSort = (sort: 'count' | 'growth' | 'unanswered' | 'unhelpful') =>
    void navigate({ search: { ...time, ...(sort !== 'count' && { sort }) } });
  return (
    <Page
      title="Topics"
      about="Questions grouped by topic."
      actions={
        <>
          <Period
            value={time}
            usual={30}
            onChange={(time) => void navigate({ search: { ...time, ...(sort !== 'count' && { sort }) } })}
          />
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/topics`, query }]} />
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
            <SortTh by="count" current={sort} onSort={onSort}>
              Questions
            </SortTh>
            <SortTh by="growth" current={sort} onSort={onSort}>
              Rise
            </SortTh>
            <SortTh by="unanswered" current={sort} onSort={onSort}>
              Without an answer
            </SortTh>
            <SortTh by="unhelpful" current={sort} onSort={onSort}>
              Thumbs down
            </SortTh>
            <Th end>Thumbs up</Th>
            <Th end>Trend</Th>
          </>
        }
        row={(topic) => <TopicRow key={topic.id} topic={topic} time={withUsual(time)} at={at} />}
        empty={
          <EmptyState icon={Tags} title="No questions in this period">
            Questions are grouped here, a minute or so after they are asked.
          </EmptyState>
        }
      />
    </Page>
  );
}

function TopicRow({ topic, time, at }: { topic: Topic; time: PeriodSearch; at: Place }) {
  const { id, label, asked, trend, examples } = topic;
  const others = examples.filter((example) => example !== label);
  return (
    <tr>
      <Td>
        <Link
          to="/$org/$domain/gaps/$gapId"
          params={{ ...at, gapId: id }}
          className="block min-w-44 sm:min-w-56"
        >
          <span dir="auto" className="line-clamp-3 font-medium wrap-anywhere hover:underline">
            {label}
          </span>
          {others.length > 0 && (
            <span className="mt-0.5 line-clamp-1 text-xs wrap-anywhere text-faint">{others.join(' · ')}</span>
          )}
        </Link>
      </Td>
      <Td end>
        <ConversationsLink search={{ ...time, topicId: id }}>{formatNumber(asked.count)}</ConversationsLink>
      </Td>
      <Td end>
        <span className="whitespace-nowrap">{changeOf(asked.count, asked.before)}</span>
        {asked.before > 0 && (
          <span className="block text-xs text-faint">
            from{' '}
            <ConversationsLink search={{ ...periodBefore(time), topicId: id }}>
              {formatNumber(asked.before)}
            </ConversationsLink>
          </span>
        )}
      </Td>
      <Td end>
        <Count
          value={asked.unanswered + asked.partial}
          search={{ ...time, topicId: id, status: 'unanswered,partial' }}
        />
        {asked.answered > 0 && (
          <span className="block text-xs whitespace-nowrap text-faint">
            <ConversationsLink search={{ ...time, topicId: id, status: 'answered' }}>
              {formatShare(asked.answered, asked.count)}
            </ConversationsLink>{' '}
            answered
          </span>
        )}
      </Td>
      <Td end>
        <Count value={asked.unhelpful} search={{ ...time, topicId: id, feedback: 'unhelpful' }} />
      </Td>
      <Td end>
        <Count value={asked.helpful} search={{ ...time, topicId: id, feedback: 'helpful' }} />
      </Td>
      <Td end>
        <span className="flex justify-end">
          <Sparkline values={trend} label={`Questions over the time, oldest first: ${trend.join(', ')}`} />
        </span>
      </Td>
    </tr>
  );
}

function Count({ value, search }: { value: number; search: ConversationSearch }) {
  if (value === 0) return <span className="text-faint">0</span>;
  return <ConversationsLink search={search}>{formatNumber(value)}</ConversationsLink>;
}
