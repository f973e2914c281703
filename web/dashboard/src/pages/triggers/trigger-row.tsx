import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Trigger } from '../../../../../src/protocol/manage/trigger-schema.ts';
import { request } from '../../api/request.ts';
import { useMay, useProject } from '../../layout/where.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';

export const kinds: Record<Trigger['kind'], string> = {
  code: 'Merged code',
  release: 'Release',
  schedule: 'Schedule',
  review: 'Review comment',
  checks: 'Failing checks',
  conflict: 'Conflict with the base',
  gap: 'Content gap',
};

const outcomes: Record<Trigger['outcome'], { word: string; tone: Tone }> = {
  waiting: { word: 'waiting', tone: 'accent' },
  job: { word: 'started a job', tone: 'good' },
  ignored: { word: 'ignored', tone: 'plain' },
  failed: { word: 'failed', tone: 'bad' },
};

export function TriggerRow({ trigger, org, domain }: { trigger: Trigger; org: string; domain: string }) {
  const { kind, subject, outcome, reason, jobId, createdAt } = trigger;
  const { word, tone } = outcomes[outcome];
  const may = useMay('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-4 text-sm sm:px-5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="block font-medium">{kinds[kind]}</span>
        <span dir="auto" className="line-clamp-4 text-xs break-words text-faint">
          {subject}
        </span>
        {reason !== null && <span className="line-clamp-4 text-xs break-words text-soft">{reason}</span>}
      </span>
      {jobId !== null && (
        <Link
          to="/$org/$domain/jobs/$jobId"
          params={{ org, domain, jobId }}
          className="text-accent-strong underline"
        >
          Job
        </Link>
      )}
      <Badge tone={tone}>{word}</Badge>
      {may && outcome === 'failed' && <RetryButton id={trigger.id} />}
      {may && outcome === 'waiting' && <DropButton id={trigger.id} />}
      <span className="text-xs text-faint">
        <Ago at={createdAt} />
      </span>
    </li>
  );
}

/** Keeps an event that waits from starting a job. */
export function DropButton({ id }: { id: string }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const drop = async () => {
    await request('POST', `/manage/v1/projects/${projectId}/triggers/${id}/drop`).finally(() =>
      client.invalidateQueries({ queryKey: ['project', projectId, 'triggers'] }),
    );
  };
  return (
    <ConfirmButton label="Drop" title="Drop this event?" action={drop}>
      It then starts no job. A later merge, release or run of the schedule still does.
    </ConfirmButton>
  );
}

function RetryButton({ id }: { id: string }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const trying = useAction(async () => {
    await request('POST', `/manage/v1/projects/${projectId}/triggers/${id}/retry`);
    await client.invalidateQueries({ queryKey: ['project', projectId, 'triggers'] });
    return { text: 'It is tried again.' };
  });
  return (
    <>
      <Button busy={trying.busy} onClick={() => trying.run()}>
        Try again
      </Button>
      <ErrorText error={trying.error} />
    </>
  );
}
