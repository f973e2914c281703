import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { formatDateTime } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Gap, GapStatus } from '../../../../../src/protocol/manage/gap-schema.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { GapCard } from './gap-card.tsx';
import { GapQuestions } from './gap-questions.tsx';
import { Answer } from '../../ui/answer.tsx';

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
      about={asked(gap)}
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
        <div className="grid content-start gap-5">
          <ProofCard gap={gap} />
          <GapQuestions gap={gap} />
        </div>
        <div className="grid content-start gap-5">
          <Card title="Trend" action={<Badge>8 weeks</Badge>}>
            {gap.trend.every((count) => count === 0) ? (
              <p className="text-sm text-soft">Nobody has asked in this time.</p>
            ) : (
              <Sparkline
                values={gap.trend}
                label={`Questions a week, oldest first: ${gap.trend.join(', ')}`}
                wide
              />
            )}
          </Card>
          <GapCard gap={gap} />
          {gap.jobId !== null && (
            <Card title="Job">
              <Link
                to="/$org/$domain/jobs/$jobId"
                params={{ org, domain, jobId: gap.jobId }}
                className="text-sm text-accent-strong underline"
              >
                The job that is to fill this gap
              </Link>
            </Card>
          )}
          <Card title="Drafted task">
            <div className="grid gap-3 text-sm">
              <p className="text-soft">For the docs agent, or for a writer, to close this gap.</p>
              <CodeBlock code={gap.jobPrompt} label="the task" wrap="prose" />
            </div>
          </Card>
        </div>
      </div>
    </Page>
  );
}

function asked({ count, unanswered, firstAskedAt }: Gap): string {
  const times = unanswered === 1 ? 'once' : `${unanswered} times`;
  const all = unanswered < count ? `, of ${count} questions about this` : '';
  return `Asked ${times} without a whole answer${all}, since ${formatDateTime(firstAskedAt)}`;
}

function StatusButtons({ gap, projectId }: { gap: Gap; projectId: string }) {
  const client = useQueryClient();
  const may = useMay('admin');
  const set = async (status: GapStatus) => {
    await request('PATCH', `/manage/v1/projects/${projectId}/gaps/${gap.id}`, { status });
    await client.invalidateQueries({ queryKey: ['project', projectId] });
  };
  const { run, busy, error } = useAction(async (status: GapStatus, text: string) => {
    await set(status);
    // A status that follows from a job cannot be set by hand.
    return gap.status === 'in_progress' ? { text } : { text, undo: () => set(gap.status) };
  });
  if (!may) return null;
  return (
    <>
      <ErrorText error={error} />
      {gap.status === 'open' ? (
        <>
          <Button busy={busy} onClick={() => run('dismissed', 'The gap was dismissed.')}>
            Dismiss
          </Button>
          <Button busy={busy} onClick={() => run('solved', 'The gap is solved.')}>
            Mark as solved
          </Button>
        </>
      ) : (
        <Button busy={busy} onClick={() => run('open', 'The gap is open again.')}>
          Open again
        </Button>
      )}
    </>
  );
}

/** The result of the gap's job: the answer that the docs give now, or why the gap is open again. */
function ProofCard({ gap: { proof, reason } }: { gap: Gap }) {
  if (proof === null)
    return reason === null ? null : (
      <Card title="After the job" action={<Badge tone="warn">still open</Badge>}>
        <p dir="auto" className="text-sm">
          {reason}
        </p>
      </Card>
    );
  return (
    <Card title="What the docs answer now" action={<Badge tone="good">closed with proof</Badge>}>
      <div className="grid gap-4">
        <Answer text={proof.answer} sources={proof.citations} />
        <p className="text-xs text-faint">Asked again on {formatDateTime(proof.checkedAt)}.</p>
      </div>
    </Card>
  );
}
