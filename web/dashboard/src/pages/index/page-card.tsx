import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { formatNumber } from '../../api/format.ts';
import type { ReadIndexPage } from '../../../../../src/protocol/manage/index-page-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ExternalLink, httpUrl } from '../../ui/external-link.tsx';
import { Bone, ErrorState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import type { ConversationSearch } from '../conversations/conversation-search.ts';
import { FindingRow } from './finding-row.tsx';

/** A page of the index: its source, its use in answers, its findings, and its sections. */
export function PageCard({ path }: { path: string }) {
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
          {page.readAt !== null && (
            <>
              {' · changed '}
              <Ago at={page.readAt} />
            </>
          )}
        </p>
        <PageUse page={page} />
        {page.findings.length > 0 && (
          <ul
            className="-mx-4 divide-y divide-line border-y border-line sm:-mx-5"
            aria-label="What is wrong with it"
          >
            {page.findings.map((finding) => (
              <FindingRow key={`${finding.kind} ${finding.line} ${finding.text}`} finding={finding} />
            ))}
          </ul>
        )}
        <ol className="grid gap-4">
          {page.sections.map(({ anchor, headings, text }, at) => (
            <li key={at} className="rounded-lg border border-line p-3">
              <p className="flex flex-wrap items-baseline justify-between gap-2 font-medium">
                <span dir="auto" className="break-words">
                  {headings.join(' › ')}
                </span>
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

/** Its use in the answers of the last 30 days; each number links to the conversations. */
function PageUse({ page: { url, use } }: { page: ReadIndexPage }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  if (use === null) return <p className="text-soft">No question found it in the last 30 days.</p>;
  const counts: { name: string; count: number; search: ConversationSearch }[] = [
    { name: 'questions', count: use.found, search: {} },
    { name: 'citations', count: use.cited, search: { cited: 'true' } },
    { name: 'without an answer', count: use.unanswered, search: { status: 'unanswered,partial' } },
    { name: 'rated not helpful', count: use.unhelpful, search: { cited: 'true', feedback: 'unhelpful' } },
  ];
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
      In 30 days:
      {counts.map(({ name, count, search }) => (
        <Link
          key={name}
          to="/$org/$domain/conversations"
          params={{ org, domain }}
          search={{ days: 30, page: url, ...search }}
          className="inline-block py-1 underline decoration-edge underline-offset-2"
        >
          {formatNumber(count)} {name}
        </Link>
      ))}
    </p>
  );
}
