import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { HeartPulse } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../api/format.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { Select } from '../../ui/field.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { FindingRow } from './finding-row.tsx';
import { findingKinds, findingWords } from './finding-words.ts';

/** The findings of the last deployment, each with a button for a job that fixes it. */
export function DocsHealthPage() {
  const project = useProject();
  const { kind } = useSearch({ from: '/signed-in/$org/$domain/health' });
  const navigate = useNavigate({ from: '/$org/$domain/health' });
  const query = project.queries.findings({ kind });
  const first = useInfiniteQuery(query).data?.pages[0];
  const counts = first?.counts ?? {};
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Page
      title="Docs health"
      about="Problems in the docs as of the last deployment: broken links, markup that readers can see, pages that were cut."
      actions={
        <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/index/findings`, query: { kind } }]} />
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-64 max-w-full">
          <Select
            label="Show"
            value={kind ?? ''}
            onChange={({ target }) => {
              const chosen = findingKinds.find((one) => one === target.value);
              void navigate({ search: chosen === undefined ? {} : { kind: chosen } });
            }}
          >
            <option value="">Everything ({formatNumber(all)})</option>
            {findingKinds
              .filter((one) => counts[one] !== undefined || one === kind)
              .map((one) => (
                <option key={one} value={one}>
                  {findingWords[one]} ({formatNumber(counts[one] ?? 0)})
                </option>
              ))}
          </Select>
        </div>
        {first !== undefined && <LastLook at={first.deployedAt} id={first.deploymentId} />}
      </div>
      <PagedList
        query={query}
        unit={['finding', 'findings']}
        row={(finding) => (
          <FindingRow
            key={`${finding.kind} ${finding.file} ${finding.line} ${finding.text}`}
            finding={finding}
          />
        )}
        empty={
          first?.counts === null ? (
            <EmptyState icon={HeartPulse} title="Not checked yet">
              These docs were indexed before Docent checked for this. The next deployment that changes a page
              does.
            </EmptyState>
          ) : (
            <EmptyState icon={HeartPulse} title="Nothing is wrong">
              Every link leads somewhere, and every page was read whole.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function LastLook({ at, id }: { at: string | null; id: string }): ReactNode {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  if (at === null) return null;
  return (
    <Link
      to="/$org/$domain/deployments/$deploymentId"
      params={{ org, domain, deploymentId: id }}
      className="text-sm text-soft underline decoration-edge underline-offset-2"
    >
      Checked <Ago at={at} />
    </Link>
  );
}
