import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { playgroundFp } from './ask.ts';

/** Earlier conversations in the playground, of all members. */
export function EarlierCard({ current }: { current: string | undefined }) {
  const { slug: org } = useOrganization();
  const { domain, queries } = useProject();
  const earlier = useInfiniteQuery({ ...queries.conversations({ fp: playgroundFp }), staleTime: 0 });
  const items = earlier.data?.pages[0]?.items;
  return (
    <Card title="Earlier playground conversations" padded={false}>
      <ErrorText error={earlier.error} />
      {items?.length === 0 && <p className="px-5 py-4 text-sm text-soft">There are none yet.</p>}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {items?.map(({ threadId, question, turns, updatedAt }) => (
          <li key={threadId}>
            <Link
              to="/$org/$domain/playground"
              params={{ org, domain }}
              search={{ thread: threadId }}
              aria-current={threadId === current ? 'true' : undefined}
              className="flex items-baseline justify-between gap-4 px-4 py-2.5 text-sm hover:bg-hover aria-current:bg-hover sm:px-5"
            >
              <span dir="auto" className="min-w-0 truncate">
                {question}
              </span>
              <span className="shrink-0 text-xs text-faint">
                {turns === 1 ? '1 question' : `${turns} questions`}, <Ago at={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
