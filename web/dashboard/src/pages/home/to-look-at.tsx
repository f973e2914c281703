import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';

const shown = 5;

/** The open gaps with the most questions, which unanswered ones become after a while. */
export function TopGaps({ unanswered }: { unanswered: number }) {
  const { slug: org } = useOrganization();
  const { domain, queries } = useProject();
  const { data } = useInfiniteQuery(queries.gaps({ status: 'open' }));
  const gaps = data?.pages[0]?.items.slice(0, shown) ?? [];
  return (
    <Card
      title="Top gaps"
      action={
        <Link to="/$org/$domain/gaps" params={{ org, domain }} className={linkLook}>
          All gaps
        </Link>
      }
      padded={gaps.length === 0}
    >
      <Lines
        none={
          unanswered === 0
            ? 'Every question was answered.'
            : 'Unanswered questions are grouped here soon after they are asked.'
        }
      >
        {gaps.map(({ id, label, unanswered }) => (
          <li key={id}>
            <Link to="/$org/$domain/gaps/$gapId" params={{ org, domain, gapId: id }} className={lineLook}>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {label}
              </span>
              <span className="text-faint tabular-nums">
                {unanswered === 1 ? 'once' : `${unanswered} times`}
              </span>
            </Link>
          </li>
        ))}
      </Lines>
    </Card>
  );
}

/** The conversations with answers that were rated not helpful, worst first. */
export function WorstAnswers() {
  const { slug: org } = useOrganization();
  const { domain, queries } = useProject();
  const { data } = useInfiniteQuery(queries.conversations({ feedback: 'unhelpful', sort: 'unhelpful' }));
  const worst = data?.pages[0]?.items.slice(0, shown) ?? [];
  const search = { feedback: 'unhelpful', sort: 'unhelpful' } as const;
  return (
    <Card
      title="Worst answers"
      action={
        <Link to="/$org/$domain/conversations" params={{ org, domain }} search={search} className={linkLook}>
          All answers
        </Link>
      }
      padded={worst.length === 0}
    >
      <Lines none="No answer was rated not helpful.">
        {worst.map(({ threadId, question, unhelpful }) => (
          <li key={threadId}>
            <Link
              to="/$org/$domain/conversations/$threadId"
              params={{ org, domain, threadId }}
              search={search}
              className={lineLook}
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {question}
              </span>
              <span className="text-faint tabular-nums">{unhelpful} not helpful</span>
            </Link>
          </li>
        ))}
      </Lines>
    </Card>
  );
}

function Lines({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-soft">{none}</p>;
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

const linkLook = 'text-sm text-soft underline decoration-edge underline-offset-2';
const lineLook = 'flex gap-4 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5';
