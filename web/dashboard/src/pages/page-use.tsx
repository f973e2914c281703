import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatNumber } from '../api/format.ts';
import type { PageUse } from '../../../../src/protocol/manage/page-use-schema.ts';
import { useOrganization, useProject } from '../layout/where.ts';
import { ConversationsLink } from './conversations/conversations-link.tsx';
import type { ConversationSearch } from './conversations/conversation-search.ts';
import { Change } from '../ui/change.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Choice } from '../ui/field.tsx';
import { SortTh } from '../ui/sort.tsx';
import { Card } from '../ui/card.tsx';
import { PagedList, Table, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Period } from '../ui/period.tsx';
import { type PeriodSearch, withUsual } from '../ui/period-search.ts';
import { SavedViews } from '../ui/saved-views.tsx';
import { EmptyState } from '../ui/states.tsx';
import { pageUseQuery } from './list-search.ts';

const sorts = [
  { value: 'cited', label: 'Most cited' },
  { value: 'unhelpful', label: 'Worst rated' },
  { value: 'unanswered', label: 'Found, not enough' },
  { value: 'never', label: 'Never found' },
] as const;

const columns = [
  { by: 'cited', label: 'Cited' },
  { by: 'found', label: 'Found' },
  { by: 'unanswered', label: 'Without an answer' },
  { by: 'helpful', label: 'Helpful' },
  { by: 'unhelpful', label: 'Not helpful' },
] as const;
type Order = (typeof columns)[number]['by'] | 'never';

const nothing = {
  cited: 'No answer cited a page in this time',
  found: 'No page was found in this time',
  helpful: 'No answer was rated helpful in this time',
  unhelpful: 'No answer was rated not helpful in this time',
  unanswered: 'Every question in this time was answered',
  never: 'Every page was found for some question',
};

/** The pages that answers use, and those that they never use. */
export function PageUsePage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const at = { org, domain: project.domain };
  const search = useSearch({ from: '/signed-in/$org/$domain/page-use' });
  const { sort = 'cited', kind, ...time } = search;
  const navigate = useNavigate({ from: '/$org/$domain/page-use' });
  const query = pageUseQuery(search);
  const show = (time: PeriodSearch, order: Order, ofKind = kind) =>
    void navigate({
      search: { ...time, ...(ofKind && { kind: ofKind }), ...(order !== 'cited' && { sort: order }) },
    });
  return (
    <Page
      title="Pages in answers"
      about="Pages that answers cite, pages with bad ratings, and pages that no question found."
      actions={
        <>
          <Choice
            label="Order"
            // The other orders are those of the columns.
            value={sorts.find(({ value }) => value === sort)?.value ?? null}
            options={sorts}
            onChoose={(order) => show(time, order)}
          />
          <Period value={time} usual={30} onChange={(chosen) => show(chosen, sort)} />
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/page-use`, query }]} />
        </>
      }
    >
      <SavedViews list="page-use" search={search} onOpen={(search) => void navigate({ search })} />
      <Kinds
        query={project.queries.pageUse(query)}
        chosen={kind}
        onChoose={(chosen) => show(time, sort, chosen)}
      />
      <PagedList
        query={project.queries.pageUse(query)}
        unit={['page', 'pages']}
        head={
          <>
            <Th>Page</Th>
            {columns.map(({ by, label }) => (
              <SortTh key={by} by={by} current={sort} onSort={(order) => show(time, order)}>
                {label}
              </SortTh>
            ))}
          </>
        }
        row={(page) => <PageRow key={page.url} page={page} time={withUsual(time)} at={at} />}
        empty={
          <EmptyState icon={FileText} title={nothing[sort]}>
            Pages are counted here a minute or so after a question.
          </EmptyState>
        }
      />
    </Page>
  );
}

const kindNames: Record<string, string> = {
  docs: 'Docs',
  file: 'Documents',
  discussion: 'Discussions',
  issue: 'Issues',
  release: 'Releases',
  article: 'Articles',
};

/** How answers used the pages of each kind, where there are several; each leads to its pages. */
function Kinds({
  query,
  chosen,
  onChoose,
}: {
  query: ReturnType<ReturnType<typeof useProject>['queries']['pageUse']>;
  chosen: string | undefined;
  onChoose(kind: string): void;
}) {
  const kinds = useInfiniteQuery(query).data?.pages[0]?.kinds ?? [];
  if (kinds.length < 2) return null;
  return (
    <Card title="Kinds of sources" padded={false}>
      <Table
        head={
          <>
            <Th>Kind</Th>
            {columns.map(({ by, label }) => (
              <Th key={by} end>
                {label}
              </Th>
            ))}
          </>
        }
      >
        {kinds.map(({ kind, ...use }) => (
          <tr key={kind}>
            <Td>
              {kind === null ? (
                'Not in the index any more'
              ) : (
                <button
                  type="button"
                  aria-pressed={kind === chosen}
                  className="font-medium hover:underline aria-pressed:underline"
                  onClick={() => onChoose(kind === chosen ? '' : kind)}
                >
                  {kindNames[kind] ?? kind}
                </button>
              )}
            </Td>
            {columns.map(({ by }) => (
              <Td key={by} end>
                {formatNumber(use[by])}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

type Place = { org: string; domain: string };

function PageRow({ page, time, at }: { page: PageUse; time: PeriodSearch; at: Place }) {
  const { url, title, path, kind, cited, found, unanswered, helpful, unhelpful, before } = page;
  return (
    <tr>
      <Td>
        <span className="block min-w-44 sm:min-w-56">
          {path === null ? (
            <span dir="auto" className="block font-medium">
              {title}
            </span>
          ) : (
            <Link
              to="/$org/$domain/pages"
              params={at}
              search={{ path }}
              dir="auto"
              className="block font-medium hover:underline"
            >
              {title}
            </Link>
          )}
          <span className="block font-mono text-xs break-all text-faint">{url}</span>
          {kind !== null && kind !== 'docs' && (
            <span className="block text-xs text-faint">{kindNames[kind] ?? kind}</span>
          )}
          {path === null && <span className="block text-xs text-faint">not in the index any more</span>}
        </span>
      </Td>
      <Count value={cited} before={before.cited} search={{ ...time, page: url, cited: 'true' }} />
      <Count value={found} before={before.found} search={{ ...time, page: url }} />
      <Count
        value={unanswered}
        before={before.unanswered}
        search={{ ...time, page: url, status: 'unanswered,partial' }}
      />
      <Count
        value={helpful}
        before={before.helpful}
        search={{ ...time, page: url, cited: 'true', feedback: 'helpful' }}
      />
      <Count
        value={unhelpful}
        before={before.unhelpful}
        search={{ ...time, page: url, cited: 'true', feedback: 'unhelpful' }}
      />
    </tr>
  );
}

/** A number that links to the conversations behind it, compared with the period before. */
function Count({ value, before, search }: { value: number; before: number; search: ConversationSearch }) {
  if (value === 0 && before === 0)
    return (
      <Td end>
        <span className="text-faint">0</span>
      </Td>
    );
  return (
    <Td end>
      <ConversationsLink search={search}>{formatNumber(value)}</ConversationsLink>
      <Change count={value} before={before} />
    </Td>
  );
}
