import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, Hammer } from 'lucide-react';
import { formatNumber } from '../../api/format.ts';
import type { IndexPage } from '../../../../../src/protocol/manage/index-page-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ExternalLink, httpUrl } from '../../ui/external-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, EmptyState, ErrorState } from '../../ui/states.tsx';

/** The pages that answers come from, and their sections as they are searched. */
export function IndexPagesPage() {
  const project = useProject();
  const { text = '', path } = useSearch({ from: '/signed-in/$org/$domain/pages' });
  const navigate = useNavigate({ from: '/$org/$domain/pages' });
  const pages = useQuery({ ...project.queries.indexPages(text), placeholderData: keepPreviousData });
  return (
    <Page
      title="Pages"
      about="What the index holds now: each public page, and its sections as they are searched."
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
          void navigate({ search, replace: true });
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
        <div className="grid items-start gap-5 lg:grid-cols-[22rem_1fr]">
          <Card title={`${formatNumber(pages.data.total)} pages`} padded={false}>
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
        className="block px-4 py-2.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 aria-current:bg-hover"
      >
        <span className="block truncate font-medium">{title}</span>
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

function PageCard({ path }: { path: string }) {
  const { slug: org } = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const { data: page, error, refetch } = useQuery(project.queries.indexPage(path));
  if (page === undefined) {
    return (
      <Card padded={false}>
        {error === null ? (
          <Bone className="h-64" />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card
      title={page.title}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton
            to="/$org/$domain/conversations"
            params={{ org, domain: project.domain }}
            search={{ page: page.url }}
          >
            Its conversations
          </LinkButton>
          {may && (
            <LinkButton
              to="/$org/$domain/jobs/new"
              params={{ org, domain: project.domain }}
              search={{ page: page.file }}
            >
              <Hammer size={15} aria-hidden /> Start a job
            </LinkButton>
          )}
        </span>
      }
    >
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          <code className="font-mono text-xs break-all">{page.file}</code>
          {httpUrl(page.url) !== undefined && (
            <>
              {' · '}
              <ExternalLink href={page.url}>open</ExternalLink>
            </>
          )}
        </p>
        <ol className="grid gap-4">
          {page.sections.map(({ anchor, headings, text }, at) => (
            <li key={at} className="rounded-lg border border-line p-3">
              <p className="flex flex-wrap items-baseline justify-between gap-2 font-medium">
                <span className="break-words">{headings.join(' › ')}</span>
                {anchor !== null && <code className="font-mono text-xs text-faint">#{anchor}</code>}
              </p>
              <p
                dir="auto"
                className="mt-1 max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-soft"
                tabIndex={0}
              >
                {text}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
