import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '../../api/format.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorText, Note } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { JobActivity } from './job-activity.tsx';
import { JobOutcome, JobReview, Waiting } from './job-changes.tsx';
import { JobProgress } from './job-progress.tsx';
import { nameOf } from './job-name.ts';
import { standingOf } from './job-words.ts';
import { type OfJob, useJobAction } from './use-job-action.ts';
import { useJobEvents } from './use-job-events.ts';

export function JobPage() {
  const project = useProject();
  const { jobId } = useParams({ from: '/signed-in/$org/$domain/jobs/$jobId' });
  const { data: job } = useSuspenseQuery(project.queries.job(jobId));
  // The key remounts the page for another job, so that no state remains.
  return <OneJob key={jobId} job={job} />;
}

function OneJob({ job }: { job: Job }) {
  const { slug: org } = useOrganization();
  const { id: projectId, domain, queries } = useProject();
  const change = useQuery(queries.jobChange(job.id));
  const hasDiffs = change.data !== undefined && change.data.diffs.length > 0;
  const { events, broken } = useJobEvents(projectId, job);
  const may = useMay('admin');
  const { tone, word } = standingOf(job);
  return (
    <Page
      title={nameOf(job)}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{word}</Badge>
          <span>
            {job.source.repository}
            {job.source.ref !== null && ` (${job.source.ref})`}, {formatDateTime(job.createdAt)}
          </span>
        </span>
      }
      actions={
        <>
          <LinkButton to="/$org/$domain/jobs" params={{ org, domain }}>
            All jobs
          </LinkButton>
          {may && job.status === 'failed' && <RetryButton job={job} projectId={projectId} />}
          {may && <EndButtons job={job} projectId={projectId} />}
        </>
      }
    >
      <p role="status" className="sr-only">
        {word}
      </p>
      {broken && <Note tone="warn">The connection to the server broke. Trying again…</Note>}
      {job.error !== null && (
        <Note tone={job.error.code === 'cancelled' ? 'warn' : 'bad'}>
          {job.error.message} <code className="font-mono text-xs">{job.error.code}</code>
        </Note>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <div className="grid min-w-0 gap-5">
          <JobOutcome job={job} projectId={projectId} change={change.data} />
          <ErrorText error={change.error} />
          {change.isPending && <Waiting />}
          {!hasDiffs && <JobActivity job={job} events={events} />}
        </div>
        <div className="grid min-w-0 content-start gap-5 max-lg:order-first">
          <JobProgress job={job} listFiles={!hasDiffs} />
        </div>
      </div>
      {hasDiffs && (
        <>
          <JobReview job={job} projectId={projectId} change={change.data} events={events} />
          <JobActivity job={job} events={events} />
        </>
      )}
      {may && job.status !== 'archived' && <FollowUp job={job} projectId={projectId} />}
    </Page>
  );
}

/** Continues a job that has ended. */
function RetryButton({ job, projectId }: OfJob) {
  const act = useJobAction({ job, projectId });
  const retry = useAction(() => act('retry'));
  return (
    <>
      <ErrorText error={retry.error} />
      <Button kind="primary" busy={retry.busy} onClick={retry.run}>
        Try again
      </Button>
    </>
  );
}

function EndButtons({ job, projectId }: OfJob) {
  const act = useJobAction({ job, projectId });
  const cancel = useAction(() => act('cancel'));
  if (job.status === 'archived') return null;
  if (job.status === 'active') {
    return (
      <>
        <ErrorText error={cancel.error} />
        <Button kind="danger" busy={cancel.busy} onClick={cancel.run}>
          Cancel
        </Button>
      </>
    );
  }
  return (
    <ConfirmButton label="Archive" title="Archive this job?" action={() => act('archive')}>
      It takes no more messages. Its pull request stays as it is. This cannot be undone.
    </ConfirmButton>
  );
}

function FollowUp({ job, projectId }: OfJob) {
  const act = useJobAction({ job, projectId });
  const [text, setText] = useState('');
  const send = async () => {
    await act('message', { prompt: text });
    setText('');
  };
  return (
    <Card title="Follow up">
      <Form submit={send} label="Send">
        <TextArea
          label="Message"
          rows={3}
          required
          maxLength={50_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Also mention yarn."
          hint={
            job.status === 'active'
              ? 'The agent sees it at its next step.'
              : 'The job goes on, on the same branch and pull request while that is open.'
          }
        />
      </Form>
    </Card>
  );
}
