import { Link } from '@tanstack/react-router';
import type { Job, JobChange, PullRequestState } from '../../../../../src/protocol/manage/job-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type OfJob, useJobAction } from './use-job-action.ts';

const words: Record<PullRequestState, { tone: Tone; word: string }> = {
  open: { tone: 'accent', word: 'Open' },
  merged: { tone: 'good', word: 'Merged' },
  closed: { tone: 'plain', word: 'Closed' },
};

type Pull = NonNullable<JobChange['pullRequest']>;

/** A pull request of the local forge, which people merge or close here. */
export function PullRequestCard({ job, projectId, pull }: { job: Job; projectId: string; pull: Pull }) {
  const { tone, word } = words[pull.state];
  const may = useMay('admin');
  return (
    <Card title="Pull request" action={<Badge tone={tone}>{word}</Badge>}>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="min-w-0 break-all text-soft">
          {pull.draft && pull.state === 'open' && 'A draft: '}
          <code className="font-mono text-ink">{pull.branch}</code> into{' '}
          <code className="font-mono text-ink">{pull.base}</code>
        </p>
        {may && pull.state === 'open' && job.status !== 'active' && (
          <EndPull job={job} projectId={projectId} pull={pull} />
        )}
        {pull.state === 'merged' && <AfterMerge />}
      </div>
      {pull.hasConflicts && (
        <p className="mt-3 text-sm text-warn">
          <code className="font-mono">{pull.base}</code> has moved on, and this change conflicts with it.
          {may && ' The agent can merge it in and resolve the conflicts.'}
        </p>
      )}
    </Card>
  );
}

/** A pull request of another forge, where people merge or close it. */
export function RemotePullRequest({ job, projectId, link }: { job: Job; projectId: string; link: string }) {
  const may = useMay('admin');
  return (
    <Card title="Pull request">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="min-w-0 break-all">
          <ExternalLink href={link}>{link}</ExternalLink>
        </p>
        {may && job.status !== 'active' && job.status !== 'archived' && (
          <ResolveButton job={job} projectId={projectId} />
        )}
      </div>
    </Card>
  );
}

/** Starts a round that merges the base branch. */
function ResolveButton({ job, projectId }: OfJob) {
  const act = useJobAction({ job, projectId });
  const resolve = useAction(() => act('resolve'));
  return (
    <div className="grid gap-2">
      <ErrorText error={resolve.error} />
      <Button busy={resolve.busy} onClick={resolve.run}>
        Resolve conflicts
      </Button>
    </div>
  );
}

function EndPull({ job, projectId, pull }: { job: Job; projectId: string; pull: Pull }) {
  const act = useJobAction({ job, projectId });
  return (
    <div className="flex flex-wrap gap-2">
      {pull.hasConflicts && <ResolveButton job={job} projectId={projectId} />}
      <ConfirmButton label="Close" title="Close this pull request?" action={() => act('close')}>
        The docs stay as they are. The branch is kept.
      </ConfirmButton>
      <ConfirmButton
        kind="primary"
        label="Merge"
        title="Merge this pull request?"
        action={() => act('merge')}
      >
        {job.files.length === 1 ? '1 file' : `${job.files.length} files`} on the branch{' '}
        <code className="font-mono">{pull.base}</code> and on disk {job.files.length === 1 ? 'is' : 'are'}{' '}
        changed.
      </ConfirmButton>
    </div>
  );
}

function AfterMerge() {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  return (
    <p className="text-soft">
      Answers know it after the next{' '}
      <Link
        to="/$org/$domain/deployments"
        params={{ org, domain }}
        className="underline decoration-edge underline-offset-2"
      >
        deployment
      </Link>
      .
    </p>
  );
}
