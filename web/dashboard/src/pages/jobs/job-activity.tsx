import { Check, CircleAlert, GitPullRequest, ListChecks, MessageSquare, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../api/format.ts';
import type { Job, JobEvent } from '../../../../../src/protocol/manage/job-schema.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Findings } from './findings.tsx';
import { CommentList } from './comment-list.tsx';
import { phaseWord, proofLine, standingOf } from './job-words.ts';

/** The events of a job, oldest first. All texts are shown as plain text. */
export function JobActivity({ job, events }: { job: Job; events: JobEvent[] }) {
  return (
    <Card title="Activity" padded={false}>
      <ol className="divide-y divide-line text-sm">
        <Entry icon={<MessageSquare size={15} />} name="Asked for" at={job.createdAt}>
          <Prose text={job.prompt} />
        </Entry>
        {events.map((event) => (
          <EventEntry key={event.nth} event={event} />
        ))}
      </ol>
      {job.status === 'active' && (
        <p className="flex items-center gap-2.5 border-t border-line px-4 py-3 text-sm text-soft sm:px-5">
          <span aria-hidden className="size-2 animate-pulse-soft rounded-full bg-accent" />
          {standingOf(job).word}…
        </p>
      )}
    </Card>
  );
}

function EventEntry({ event }: { event: JobEvent }) {
  switch (event.type) {
    case 'step':
      return (
        <Entry name={`Step ${event.step}`} at={event.at}>
          {event.text !== '' && <Prose text={event.text} />}
          <Tools tools={event.tools} />
        </Entry>
      );
    case 'checks': {
      const { findings } = event;
      return (
        <Entry
          icon={<ListChecks size={15} />}
          name={findings.length === 0 ? 'Checks passed' : `Checks found ${findings.length}`}
          at={event.at}
        >
          {findings.length > 0 && <Findings findings={findings} />}
        </Entry>
      );
    }
    case 'proof':
      return <Entry icon={<ListChecks size={15} />} name={proofLine(event)} at={event.at} />;
    case 'message':
      return (
        <Entry
          icon={<MessageSquare size={15} />}
          name={event.comments === undefined ? 'Followed up' : 'Reviewed'}
          at={event.at}
        >
          {event.text !== '' && <Prose text={event.text} />}
          {event.comments !== undefined && <CommentList comments={event.comments} />}
        </Entry>
      );
    case 'retry':
      return <Entry quiet name="Tried again" at={event.at} />;
    case 'waiting':
      return (
        <Entry icon={<CircleAlert size={15} />} name="Waiting" at={event.at}>
          <Prose text={event.message} />
        </Entry>
      );
    case 'summary':
      return <Entry name="Ended without a change" at={event.at} />;
    case 'pull-request':
      return (
        <Entry
          icon={<GitPullRequest size={15} />}
          name={event.draft ? 'Draft pull request opened' : 'Pull request opened'}
          at={event.at}
        >
          {(event.notAsked ?? []).length > 0 && (
            <Prose text={`The forge refused these labels or reviewers: ${event.notAsked!.join(', ')}`} />
          )}
        </Entry>
      );
    case 'phase':
      return <Entry quiet name={phaseWord(event.phase)} at={event.at} />;
    case 'status':
      return <Entry quiet name={ended[event.status]} at={event.at} />;
  }
}

function Entry({
  icon,
  name,
  at,
  quiet = false,
  children,
}: {
  icon?: ReactNode;
  name: string;
  at: string;
  /** An event without details. */
  quiet?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className={`grid gap-2 px-4 sm:px-5 ${quiet ? 'py-1.5 text-xs text-faint' : 'py-3'}`}>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className={`flex items-center gap-2 ${quiet ? '' : 'font-medium'}`}>
          {icon !== undefined && (
            <span aria-hidden className="text-soft">
              {icon}
            </span>
          )}
          {name}
        </h3>
        <time dateTime={at} title={formatDateTime(at)} className="shrink-0 text-xs text-faint tabular-nums">
          {timeOfDay.format(new Date(at))}
        </time>
      </div>
      {children}
    </li>
  );
}

/** How a round of a job ended. */
const ended: Record<Job['status'], string> = {
  active: 'Goes on',
  completed: 'Done',
  failed: 'Stopped without a result',
  archived: 'Archived',
};

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Longer texts are folded: a prompt may have 50,000 characters. */
const foldedAt = 1_200;

function Prose({ text }: { text: string }) {
  const [folded, setFolded] = useState(text.length > foldedAt);
  return (
    <>
      <p dir="auto" className="break-words whitespace-pre-wrap text-soft">
        {folded ? `${text.slice(0, foldedAt)}…` : text}
      </p>
      {folded && (
        <Button kind="quiet" className="justify-self-start" onClick={() => setFolded(false)}>
          Show all of it
        </Button>
      )}
    </>
  );
}

function Tools({ tools }: { tools: { name: string; summary: string; ok: boolean }[] }) {
  if (tools.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {tools.map(({ name, summary, ok }, nth) => {
        const Icon = ok ? Check : X;
        return (
          <li key={nth} className="flex items-start gap-2">
            <Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${ok ? 'text-good' : 'text-bad'}`} />
            <span className="min-w-0 break-words">
              <code className="font-mono text-[13px]">{name}</code>{' '}
              <span className="text-soft">{summary}</span>
              {!ok && <span className="sr-only"> (refused)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
