import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatNumber } from '../../api/format.ts';
import type { IndexPage } from '../../../../../src/protocol/manage/index-page-schema.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, EmptyState, ErrorState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { PageCard } from './page-card.tsx';

/** The pages of the index and their sections. */
export function IndexPagesPage() {
  const project = useProject();
  const { text = '', path } = useSearch({ from: '/signed-in/$org/$domain/pages' });
  const navigate = useNavigate({ from: '/$org/$domain/pages' });
  const pages = useQuery({ ...project.queries.indexPages(text), placeholderData: keepPreviousData });
  return (
    <Page
      title="Pages"
      about="Every public page in the index, and its sections."
      actions={
        <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/index/pages`, query: { text } }]} />
      }
    >
      <input
        type="search"
        aria-label="Words of a title or path"
        placeholder="Words of a title or path"
        value={text}
        onChange={({ target }) => {
          const search = {
            ...(target.value !== '' && { text: target.value }),
            ...(path !== undefined && { path }),
          };
          // Letters typed in a row are one entry of the history.
          void navigate({ search, replace: text !== '' });
        }}
        className="min-h-9 w-full rounded-lg border border-edge bg-panel px-3 text-sm placeholder:text-faint"
      />
      {pages.data === undefined ? (
        <Card padded={false}>
          {pages.error === null ? (
            <Bone className="h-64" />
          ) : (
            <ErrorState error={pages.error} retry={() => void pages.refetch()} />
          )}
        </Card>
      ) : (
        <div className={`grid items-start gap-5 ${path === undefined ? '' : 'lg:grid-cols-[22rem_1fr]'}`}>
          <Card
            title={pages.data.total === 1 ? '1 page' : `${formatNumber(pages.data.total)} pages`}
            action={
              pages.data.deployedAt !== null && (
                <span className="text-xs text-faint">
                  read <Ago at={pages.data.deployedAt} />
                </span>
              )
            }
            padded={false}
          >
            {pages.data.items.length === 0 ? (
              <EmptyState icon={FileText} title="No page has these words" />
            ) : (
              <ul
                className="max-h-[70vh] divide-y divide-line overflow-y-auto"
                tabIndex={0}
                aria-label="Pages"
              >
                {pages.data.items.map((page) => (
                  <PageRow
                    key={`${page.url} ${page.path}`}
                    page={page}
                    text={text}
                    current={page.path === path}
                  />
                ))}
              </ul>
            )}
          </Card>
          {path !== undefined && <PageCard key={path} path={path} />}
        </div>
      )}
    </Page>
  );
}

function PageRow({
  page: { path, title, version, language },
  text,
  current,
}: {
  page: IndexPage;
  text: string;
  current: boolean;
}) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  return (
    <li>
      <Link
        to="/$org/$domain/pages"
        params={{ org, domain }}
        search={{ ...(text !== '' && { text }), path }}
        aria-current={current ? 'true' : undefined}
        className="block px-4 py-2.5 text-sm sm:px-5 hover:bg-hover focus-visible:-outline-offset-2 aria-current:bg-hover"
      >
        <span dir="auto" className="block truncate font-medium">
          {title}
        </span>
        <span className="block truncate font-mono text-xs text-faint">/{path}</span>
        {(version ?? language) !== null && (
          <span className="mt-1 flex gap-1">
            {version !== null && <Badge>{version}</Badge>}
            {language !== null && <Badge>{language}</Badge>}
          </span>
        )}
      </Link>
    </li>
  );
}
