import { SearchX } from 'lucide-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatNumber } from '../api/format.ts';
import type { SearchTerm } from '../../../../src/protocol/manage/conversation-schema.ts';
import { useProject } from '../layout/where.ts';
import { Badge } from '../ui/badge.tsx';
import { Change } from '../ui/change.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Period } from '../ui/period.tsx';
import { SavedViews } from '../ui/saved-views.tsx';
import { SortTh } from '../ui/sort.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';
import { searchesQuery } from './list-search.ts';

const kinds = [
  { value: 'none', label: 'Without results' },
  { value: 'all', label: 'All searches' },
] as const;
export function SearchesPage() {
  const project = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/searches' });
  const { kind = 'none', sort = 'count', ...time } = search;
  const navigate = useNavigate({ from: '/$org/$domain/searches' });
  const query = searchesQuery(search);
  const sorted = sort === 'count' ? {} : { sort };
  const shown = kind === 'all' ? ({ kind } as const) : {};
  const onSort = (sort: 'count' | 'withoutResults' | 'recent' | 'query') =>
    void navigate({ search: { ...time, ...shown, ...(sort !== 'count' && { sort }) } });
  return (
    <Page
      title="Searches"
      about="What people searched for. A search without results uses words that your docs don’t, or asks for something they leave out."
      actions={
        <>
          <Choice
            label="Which searches"
            value={kind}
            options={kinds}
            onChoose={(kind) =>
              void navigate({ search: { ...time, ...sorted, ...(kind === 'all' && { kind }) } })
            }
          />
          <Period
            value={time}
            usual={30}
            onChange={(time) => void navigate({ search: { ...time, ...sorted, ...shown } })}
          />
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/searches`, query }]} />
        </>
      }
    >
      <SavedViews list="searches" search={search} onOpen={(search) => void navigate({ search })} />
      <PagedList
        query={project.queries.searches(query)}
        unit={['query', 'queries']}
        head={
          <>
            <Th>Query</Th>
            <SortTh by="count" current={sort} onSort={onSort}>
              Searches
            </SortTh>
            <Th end>Before</Th>
            <SortTh by="withoutResults" current={sort} onSort={onSort}>
              Without results
            </SortTh>
            <SortTh by="recent" current={sort} onSort={onSort}>
              Last
            </SortTh>
          </>
        }
        row={(term) => <TermRow key={term.query} term={term} />}
        empty={
          <EmptyState icon={SearchX} title={kind === 'none' ? 'Every search found something' : 'No searches'}>
            In this time.
          </EmptyState>
        }
      />
    </Page>
  );
}

function TermRow({ term: { query, count, before, withoutResults, lastSearchedAt } }: { term: SearchTerm }) {
  return (
    <tr>
      <Td>
        <span dir="auto" className="line-clamp-3 min-w-40 wrap-anywhere sm:min-w-48">
          {query}
        </span>
      </Td>
      <Td end>{formatNumber(count)}</Td>
      <Td end>
        {before === 0 ? <span className="text-faint">new</span> : formatNumber(before)}
        <Change count={count} before={before} />
      </Td>
      <Td end>{withoutResults === 0 ? '0' : <Badge tone="warn">{formatNumber(withoutResults)}</Badge>}</Td>
      <Td end>
        <Ago at={lastSearchedAt} />
      </Td>
    </tr>
  );
}
