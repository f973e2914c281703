import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { daysAgo, formatNumber } from '../api/format.ts';
import type { SearchTerm } from '../../../../src/protocol/manage/conversation.ts';
import { useProject } from '../layout/where.ts';
import { Badge } from '../ui/badge.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';

const kinds = [
  { value: 'none', label: 'Without results' },
  { value: 'all', label: 'All searches' },
] as const;
const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

export function SearchesPage() {
  const project = useProject();
  const [kind, setKind] = useState<'none' | 'all'>('none');
  const [span, setSpan] = useState<'7' | '30' | '90'>('30');
  const query = { results: kind === 'none' ? 'none' : undefined, dateFrom: daysAgo(Number(span)) };
  return (
    <Page
      title="Searches"
      about="What people looked for. Words without results are words that your docs do not use, or things they do not tell."
      actions={
        <>
          <Choice label="Which searches" value={kind} options={kinds} onChoose={setKind} />
          <Choice label="Time" value={span} options={spans} onChoose={setSpan} />
        </>
      }
    >
      <PagedList
        query={project.queries.searches(query)}
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
            In the last {span} days.
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
        <span dir="auto" className="line-clamp-2 min-w-48 break-words">
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
