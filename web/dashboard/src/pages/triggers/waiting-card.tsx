import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ArrowUpToLine } from 'lucide-react';
import type { Trigger } from '../../../../../src/protocol/manage/trigger-schema.ts';
import { request } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { nameOf } from '../jobs/job-name.ts';
import { DropButton, kinds } from './trigger-row.tsx';

/** What waits and why: jobs for others' changes, and events for a place, in the order in which they start jobs. */
export function WaitingCard() {
  const project = useProject();
  const { slug: org } = useOrganization();
  const waiting = useQuery(project.queries.waitingTriggers);
  const active = useQuery(project.queries.waitingJobs);
  const events = waiting.data ?? [];
  const jobs = active.data ?? [];
  if (events.length + jobs.length === 0) return <ErrorText error={waiting.error ?? active.error} />;
  return (
    <Card title="Waiting" padded={false}>
      <ol className="divide-y divide-line">
        {jobs.map((job) => (
          <li key={job.id} className="px-4 py-3 text-sm sm:px-5">
            <Link
              to="/$org/$domain/jobs/$jobId"
              params={{ org, domain: project.domain, jobId: job.id }}
              className="font-medium break-words underline underline-offset-2"
            >
              {nameOf(job)}
            </Link>
            <span className="block text-xs break-words text-soft">{job.waitsFor}</span>
          </li>
        ))}
        {events.map((trigger, nth) => (
          <WaitingRow key={trigger.id} trigger={trigger} nth={nth} count={events.length} />
        ))}
      </ol>
    </Card>
  );
}

function WaitingRow({ trigger, nth, count }: { trigger: Trigger; nth: number; count: number }) {
  const { id, kind, subject, reason } = trigger;
  const may = useMay('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm sm:px-5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="block font-medium">
          {nth + 1}. {kinds[kind]}
        </span>
        <span dir="auto" className="line-clamp-2 text-xs break-words text-faint">
          {subject}
        </span>
        {reason !== null && <span className="line-clamp-4 text-xs break-words text-soft">{reason}</span>}
      </span>
      {may && count > 1 && <MoveButtons {...{ id, nth, count }} />}
      {may && <DropButton id={id} />}
    </li>
  );
}

const moves = [
  { to: 'first', label: 'Move to the front', Icon: ArrowUpToLine },
  { to: 'up', label: 'Move up', Icon: ArrowUp },
  { to: 'down', label: 'Move down', Icon: ArrowDown },
] as const;

function MoveButtons({ id, nth, count }: { id: string; nth: number; count: number }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const moving = useAction(async (to: (typeof moves)[number]['to']) => {
    await request('POST', `/manage/v1/projects/${projectId}/triggers/${id}/move`, { place: to });
    await client.invalidateQueries({ queryKey: ['project', projectId, 'triggers'] });
    // The row has moved in the page, which takes the focus off the button.
    document.getElementById(`${id}-${to}`)?.focus();
    const number = { first: 1, up: nth, down: nth + 2 }[to];
    return { text: `Now number ${number} of ${count} that wait.` };
  });
  return (
    <span className="flex items-center">
      {moves.map(({ to, label, Icon }) => {
        const isThere = to === 'down' ? nth === count - 1 : nth === 0;
        return (
          <IconButton
            key={to}
            id={`${id}-${to}`}
            label={label}
            // Stays in place for the keyboard.
            aria-disabled={isThere || moving.busy || undefined}
            onClick={() => !isThere && moving.run(to)}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        );
      })}
      <ErrorText error={moving.error} />
    </span>
  );
}
