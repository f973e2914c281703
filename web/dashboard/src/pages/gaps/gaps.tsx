import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import type { AskedGap, GapStatus } from '../../../../../src/protocol/manage/gap-schema.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useOrganization, useProject } from '../../layout/where.ts';
import { changeOf } from '../../ui/change-of.ts';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { Choice } from '../../ui/field.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Period } from '../../ui/period.tsx';
import type { PeriodSearch } from '../../ui/period-search.ts';
import { SortSelect } from '../../ui/sort.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { gapQuery } from '../list-search.ts';

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'solved', label: 'Solved' },
  { value: 'dismissed', label: 'Dismissed' },
] as const;

const orders = [
  { value: 'unanswered', label: 'Most often unanswered' },
  { value: 'count', label: 'Most asked' },
  { value: 'growth', label: 'Rising' },
  { value: 'recent', label: 'Latest first' },
] as const;

const nothing: Record<GapStatus, string> = {
  open: 'No open gap',
  in_progress: 'No gap is in progress',
  solved: 'No gap is solved yet',
  dismissed: 'No gap was dismissed',
};

export function GapsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/gaps' });
  const { status = 'open' as GapStatus, sort = 'unanswered', ...time } = search;
  const query = gapQuery(search);
  const navigate = useNavigate({ from: '/$org/$domain/gaps' });
  const { status: _, ...others } = search;
  const choose = (status: GapStatus) =>
    void navigate({ search: status === 'open' ? others : { ...others, status } });
  const showTime = (time: PeriodSearch) =>
    void navigate({
      search: { ...time, ...(status !== 'open' && { status }), ...(sort !== 'unanswered' && { sort }) },
    });
  const sortBy = (sort: (typeof orders)[number]['value']) => {
    const { sort: _, ...unsorted } = search;
    void navigate({ search: sort === 'unanswered' ? unsorted : { ...unsorted, sort } });
  };
  const proven = useInfiniteQuery(project.queries.gaps(query)).data?.pages[0]?.closedWithProof ?? 0;
  return (
    <Page
      title="Content gaps"
      about="Questions the docs don’t answer, grouped by topic."
      actions={
        <>
          <Choice label="Which gaps" value={status} options={statuses} onChoose={choose} />
          <SortSelect value={sort} options={orders} onSort={sortBy} />
          <Period value={time} onChange={showTime} />
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/gaps`, query }]} />
        </>
      }
    >
      <SavedViews list="gaps" search={search} onOpen={(search) => void navigate({ search })} />
      {proven > 0 && (
        <p className="-mb-2 text-sm text-good">
          {proven === 1 ? 'One gap was' : `${proven} gaps were`} closed with proof: the questions were asked
          again and answered.
        </p>
      )}
      <PagedList
        query={project.queries.gaps(query)}
        unit={['gap', 'gaps']}
        row={(gap) => <GapRow key={gap.id} gap={gap} org={org} domain={project.domain} />}
        empty={
          <EmptyState icon={FileQuestion} title={nothing[status]}>
            {time.days !== undefined || time.from !== undefined
              ? 'None was asked about in this time.'
              : status === 'open'
                ? 'Questions that cannot be answered from the docs are grouped here, a little after they are asked.'
                : 'Open gaps move here when you or a job change their state.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function GapRow({ gap, org, domain }: { gap: AskedGap; org: string; domain: string }) {
  const { id, label, trend, examples, origins, lastAskedAt, asked } = gap;
  const { count, unanswered } = asked ?? gap;
  return (
    <li>
      <Link
        to="/$org/$domain/gaps/$gapId"
        params={{ org, domain, gapId: id }}
        className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-4 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1 basis-full sm:basis-64">
          <span dir="auto" className="line-clamp-2 font-medium break-words">
            {label}
          </span>
          {examples.length > 1 && (
            <span className="mt-0.5 line-clamp-1 text-xs text-faint">
              also: {examples.filter((example) => example !== label).join(' · ')}
            </span>
          )}
        </span>
        {origins.includes('mcp') && (
          <span className="rounded-full border border-line px-2 py-0.5 text-xs text-faint">by an agent</span>
        )}
        <Sparkline values={trend} label={`Questions a week, oldest first: ${trend.join(', ')}`} />
        <span className="ml-auto min-w-24 text-right">
          <span className="block font-semibold tabular-nums">{unanswered} unanswered</span>
          {unanswered < count && <span className="block text-xs text-faint">of {count} questions</span>}
          {asked !== null && (
            <span className="block text-xs text-faint">
              {changeOf(unanswered, asked.before)}
              {asked.before > 0 && `, ${asked.before} before`}
            </span>
          )}
          <span className="text-xs text-faint">
            <Ago at={lastAskedAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}
