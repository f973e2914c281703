import { SearchX } from 'lucide-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatNumber } from '../api/format.ts';
import type { SearchTerm } from '../../../../src/protocol/manage/conversation-schema.ts';
import { useProject } from '../layout/where.ts';
import { Badge } from '../ui/badge.tsx';
import { CsvLink } from '../ui/csv-link.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Period, rangeOf } from '../ui/period.tsx';
import { SavedViews } from '../ui/saved-views.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';

const kinds = [
  { value: 'none', label: 'Without results' },
  { value: 'all', label: 'All searches' },
] as const;
export function SearchesPage() {
  const project = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/searches' });
  const { kind = 'none', ...time } = search;
  const navigate = useNavigate({ from: '/$org/$domain/searches' });
  const query = { ...(kind === 'none' && { results: 'none' }), ...rangeOf(time) };
  const shown = kind === 'all' ? ({ kind } as const) : {};
  return (
    <Page
      title="Searches"
      about="What people looked for. Words without results are words that your docs do not use, or things they do not tell."
      actions={
        <>
          <Choice
            label="Which searches"
            value={kind}
            options={kinds}
            onChoose={(kind) => void navigate({ search: { ...time, ...(kind === 'all' && { kind }) } })}
          />
          <Period
            value={time}
            usual={30}
            onChange={(time) => void navigate({ search: { ...time, ...shown } })}
          />
          <CsvLink path={`/manage/v1/projects/${project.id}/searches`} query={query} />
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
            <Th end>Searches</Th>
            <Th end>Without results</Th>
            <Th end>Last</Th>
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

function TermRow({ term: { query, count, withoutResults, lastSearchedAt } }: { term: SearchTerm }) {
  return (
    <tr>
      <Td>
        <span dir="auto" className="line-clamp-2 min-w-48 wrap-anywhere">
          {query}
        </span>
      </Td>
      <Td end>{formatNumber(count)}</Td>
      <Td end>{withoutResults === 0 ? '0' : <Badge tone="warn">{formatNumber(withoutResults)}</Badge>}</Td>
      <Td end>
        <Ago at={lastSearchedAt} />
      </Td>
    </tr>
  );
}
