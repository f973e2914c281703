import type { Citation } from '../../../../src/protocol/manage/conversation-schema.ts';
import { ExternalLink, httpUrl } from './external-link.tsx';

/** The sections that an answer cites, numbered as in its text: in order of first citation. */
export function SourceList({ sources }: { sources: Citation[] }) {
  if (sources.length === 0) return null;
  return (
    <div>
      <p className="text-xs font-medium text-faint">Sources</p>
      <ol className="mt-1.5 flex flex-wrap gap-2">
        {sources.map(({ url, title }, at) => (
          <li
            key={`${at} ${url}`}
            className="flex max-w-full min-w-0 items-center gap-2 rounded-lg border border-line px-2.5 py-1 text-sm"
            title={url}
          >
            <span className="text-xs text-faint tabular-nums">{at + 1}</span>
            <span dir="auto" className="min-w-0 truncate">
              <ExternalLink href={url}>{title === '' ? url : title}</ExternalLink>
            </span>
            {httpUrl(url) === undefined && (
              <code className="min-w-0 truncate font-mono text-xs text-faint max-sm:hidden">{url}</code>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
