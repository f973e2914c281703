import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Gap, GapStatus } from '../../../../../src/protocol/manage/gap.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { TurnBadge } from '../conversations/turn-badge.tsx';

export function GapPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayStart = useMay('admin');
  const { gapId } = useParams({ from: '/signed-in/$org/$domain/gaps/$gapId' });
  const { data: gap } = useSuspenseQuery(project.queries.gap(gapId));
  const { domain } = project;
  return (
    <Page
      title={gap.label}
      about={`Asked ${gap.count} times since ${formatDateTime(gap.firstAskedAt)}`}
      actions={
        <>
          <LinkButton to="/$org/$domain/gaps" params={{ org, domain }}>
            All gaps
          </LinkButton>
          <StatusButtons gap={gap} projectId={project.id} />
          {mayStart && gap.status === 'open' && (
            <LinkButton
              kind="primary"
              to="/$org/$domain/jobs/new"
              params={{ org, domain }}
              search={{ gap: gap.id }}
            >
              <Hammer size={16} aria-hidden /> Start a job
            </LinkButton>
          )}
        </>
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <Card title="Questions" padded={false}>
          <ul className="divide-y divide-line">
            {gap.questions.map(({ turnId, threadId, question, status, createdAt }) => (
              <li key={turnId}>
                <Link
                  to="/$org/$domain/conversations/$threadId"
                  params={{ org, domain, threadId }}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
                >
                  <span className="min-w-0 flex-1 basis-56 break-words">{question}</span>
                  <TurnBadge status={status} />
                  <span className="text-xs text-faint">
                    <Ago at={createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <div className="grid content-start gap-5">
          <Card title="Trend" action={<Badge>8 weeks</Badge>}>
            <Sparkline
              values={gap.trend}
              label={`Questions a week, oldest first: ${gap.trend.join(', ')}`}
              wide
            />
          </Card>
          <Card title="Drafted task">
            <div className="grid gap-3 text-sm">
              <p className="text-soft">For the docs agent, or for a writer, to close this gap.</p>
              <CodeBlock code={gap.jobPrompt} label="the task" wrap />
            </div>
          </Card>
        </div>
      </div>
    </Page>
  );
}

function StatusButtons({ gap, projectId }: { gap: Gap; projectId: string }) {
  const client = useQueryClient();
  const may = useMay('admin');
  const [error, setError] = useState<unknown>(null);
  if (!may) return null;
  const change = async (status: GapStatus) => {
    await request('PATCH', `/manage/v1/projects/${projectId}/gaps/${gap.id}`, { status }).then(
      () => setError(null),
      setError,
    );
    await client.invalidateQueries({ queryKey: ['project', projectId] });
  };
  return (
    <>
      <ErrorText error={error} />
      {gap.status === 'open' ? (
        <>
          <Button onClick={() => change('dismissed')}>Dismiss</Button>
          <Button onClick={() => change('solved')}>Mark as solved</Button>
        </>
      ) : (
        <Button onClick={() => change('open')}>Open again</Button>
      )}
    </>
  );
}
