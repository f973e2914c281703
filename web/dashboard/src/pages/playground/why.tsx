import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { Badge } from '../../ui/badge.tsx';
import { ExternalLink, httpUrl } from '../../ui/external-link.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { filterOf } from './ask.ts';
import { leftOut, roleOf } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import type { PointOfView } from './point-of-view.ts';
import type { Retrieved, SearchResult } from './read-answer.ts';

/** How many results are shown below those that the model got. */
const pageSize = 15;

/** Explains an answer: the search results with their scores, the citations, and what the model did not get. */
export function Why({ exchange, domain, view }: { exchange: Exchange; domain: string; view: PointOfView }) {
  const { queries, retrieved, sources } = exchange;
  const [isOpen, setIsOpen] = useState(false);
  const query = queries[0] ?? '';
  const search = useQuery({
    queryKey: ['playground', domain, query, view],
    queryFn: () =>
      request<SearchResult[]>('POST', `/discovery/v1/search/${domain}`, {
        query,
        pageSize,
        filter: filterOf(view),
      }),
    enabled: isOpen && query !== '',
    staleTime: Infinity,
  });
  const others = leftOut(search.data ?? [], retrieved);
  return (
    <details
      className="rounded-lg border border-line text-sm"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="px-3 py-2 text-soft">
        Why this answer: {retrieved.length === 1 ? '1 section' : `${retrieved.length} sections`} retrieved for
        “{queries.join('”, “')}”
      </summary>
      <ol className="divide-y divide-line border-t border-line">
        {retrieved.map((section, at) => (
          <Section key={`${at} ${section.url}`} section={section}>
            <Badge tone={roleOf(section, sources) === 'cited' ? 'good' : 'plain'}>
              {roleOf(section, sources)}
            </Badge>
          </Section>
        ))}
      </ol>
      {isOpen && (
        <div className="border-t border-line">
          <p className="px-3 py-2 text-soft">
            {search.isPending && 'Looking for what was left out'}
            {search.isSuccess &&
              (others.length === 0
                ? 'Nothing more was found.'
                : `Found as well, and left out: the model did not see these (${others.length}).`)}
          </p>
          <ErrorText error={search.error} />
          <ol className="divide-y divide-line border-t border-line">
            {others.map((section, at) => (
              <Section key={`${at} ${section.url}`} section={section}>
                <Badge>left out</Badge>
              </Section>
            ))}
          </ol>
        </div>
      )}
    </details>
  );
}

function Section({ section, children }: { section: Retrieved; children: React.ReactNode }) {
  const { path, url, title, content, score } = section;
  return (
    <li className="grid gap-1 px-3 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 truncate font-medium">
          {httpUrl(url) === undefined ? title : <ExternalLink href={url}>{title}</ExternalLink>}
        </span>
        <span className="flex items-center gap-2">
          {score !== undefined && (
            <span className="text-xs text-faint tabular-nums">score {score.toFixed(2)}</span>
          )}
          {children}
        </span>
      </div>
      <code className="truncate font-mono text-xs text-faint">{path}</code>
      <p dir="auto" className="line-clamp-3 text-xs break-words text-soft">
        {content}
      </p>
    </li>
  );
}
