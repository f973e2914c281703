import { formatAgo, formatDateTime } from '../api/format.ts';

/** How long ago, with the exact time on hover. */
export function Ago({ at }: { at: string | null }) {
  if (at === null) return <span className="text-faint">never</span>;
  return (
    <time dateTime={at} title={formatDateTime(at)} className="whitespace-nowrap">
      {formatAgo(at)}
    </time>
  );
}
