import { formatMs } from '../../api/format.ts';
import { ExternalLink, httpUrl } from '../../ui/external-link.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { SourceList } from '../../ui/source-list.tsx';
import { Note } from '../../ui/states.tsx';
import type { Exchange } from './ask.ts';
import type { Retrieved } from './read-answer.ts';

export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { question, text, sources, queries, retrieved, state, error } = exchange;
  return (
    <article className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
      <p className="border-b border-line bg-hover px-4 py-3.5 font-medium break-words whitespace-pre-wrap sm:px-5">
        {question}
      </p>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        {text !== '' && <Markdown text={text} />}
        {state === 'asking' && <Working searching={text === ''} />}
        {error !== undefined && (
          <div role="alert">
            <Note tone="bad">{error}</Note>
          </div>
        )}
        {state === 'stopped' && <p className="text-sm text-faint">Stopped.</p>}
        <SourceList sources={sources} />
        {queries.length > 0 && <RetrievedList queries={queries} retrieved={retrieved} />}
      </div>
      <Timings exchange={exchange} />
    </article>
  );
}

const Working = ({ searching }: { searching: boolean }) => (
  <p className="flex items-center gap-2 text-sm text-faint">
    <span className="size-2 animate-pulse-soft rounded-full bg-accent" />
    {searching ? 'Searching the docs' : 'Writing'}
  </p>
);

function RetrievedList({ queries, retrieved }: { queries: string[]; retrieved: Retrieved[] }) {
  return (
    <details className="rounded-lg border border-line text-sm">
      <summary className="px-3 py-2 text-soft">
        {retrieved.length} sections retrieved for “{queries.join('”, “')}”
      </summary>
      <ol className="divide-y divide-line border-t border-line">
        {retrieved.map(({ path, url, title, content, score }, at) => (
          <li key={`${at} ${path}`} className="grid gap-1 px-3 py-2.5">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {httpUrl(url) === undefined ? title : <ExternalLink href={url}>{title}</ExternalLink>}
              </span>
              {score !== undefined && (
                <span className="text-xs text-faint tabular-nums">score {score.toFixed(2)}</span>
              )}
            </div>
            <code className="truncate font-mono text-xs text-faint">{path}</code>
            <p className="line-clamp-3 text-xs break-words text-soft">{content}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Timings({ exchange: { timings, text } }: { exchange: Exchange }) {
  const { firstEventMs, firstTextMs, totalMs } = timings;
  if (firstEventMs === undefined) return null;
  return (
    <footer className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-soft tabular-nums sm:px-5">
      <span>first event {formatMs(firstEventMs)}</span>
      <span>first text {formatMs(firstTextMs ?? null)}</span>
      <span>whole {formatMs(totalMs ?? null)}</span>
      <span>{text.length} characters</span>
    </footer>
  );
}
