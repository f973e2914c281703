import { useNavigate, useSearch } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { GitPullRequest, Hammer, Plus } from 'lucide-react';
import { agentPath } from '../../api/queries.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { Choice } from '../../ui/field.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { nameOf } from './job-name.ts';
import { standingOf } from './job-words.ts';

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'archived', label: 'Archived' },
] as const;

const nothing: Record<string, string> & { all: string } = {
  all: 'No job yet',
  active: 'No job is running or waiting',
  completed: 'No job is done yet',
  failed: 'No job has failed',
  archived: 'No job is archived',
};

export function JobsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayStart = useMay('admin');
  const search = useSearch({ from: '/signed-in/$org/$domain/jobs' });
  const { status } = search;
  const navigate = useNavigate({ from: '/$org/$domain/jobs' });
  const { domain } = project;
  const newJob = mayStart && (
    <LinkButton kind="primary" to="/$org/$domain/jobs/new" params={{ org, domain }}>
      <Plus size={16} aria-hidden /> New job
    </LinkButton>
  );
  return (
    <Page
      title="Jobs"
      about="The docs agent changes the docs, checks its work and opens one pull request for a person to review."
      actions={
        <>
          <CsvMenu lists={[{ path: `${agentPath(project.id)}/jobs`, query: { status } }]} />
          {newJob}
        </>
      }
    >
      <SavedViews list="jobs" search={search} onOpen={(search) => void navigate({ search })} />
      <Choice
        label="Which jobs"
        value={status ?? 'all'}
        options={statuses}
        onChoose={(value) => void navigate({ search: value === 'all' ? {} : { status: value } })}
      />
      <PagedList
        query={{
          ...project.queries.jobs({ status }),
          // While a job is active, the list is refreshed.
          refetchInterval: ({ state }) =>
            state.data?.pages.some(({ items }) => items.some((job) => job.status === 'active')) === true
              ? 3_000
              : false,
        }}
        unit={['job', 'jobs']}
        row={(job) => <JobRow key={job.id} job={job} org={org} domain={domain} />}
        empty={
          <EmptyState
            icon={Hammer}
            title={nothing[status ?? 'all'] ?? nothing.all}
            action={status === undefined ? newJob : undefined}
          >
            {status === undefined
              ? 'Say what should change in the docs, or start from a content gap.'
              : 'Choose All to see every job that is not archived.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function JobRow({ job, org, domain }: { job: Job; org: string; domain: string }) {
  const { tone, word } = standingOf(job);
  return (
    <li>
      <Link
        to="/$org/$domain/jobs/$jobId"
        params={{ org, domain, jobId: job.id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="sm:w-24">
          <Badge tone={tone}>{word}</Badge>
        </span>
        <span className="min-w-0 flex-1 basis-56 max-sm:order-last max-sm:basis-full">
          <span dir="auto" className="line-clamp-2 break-words">
            {nameOf(job)}
          </span>
          <span className="block truncate text-xs text-faint">{job.error?.message ?? filesOf(job)}</span>
        </span>
        {job.prLink !== null && (
          <Badge>
            <GitPullRequest size={13} aria-hidden /> pull request
          </Badge>
        )}
        <span className="ml-auto text-xs text-faint">
          <Ago at={job.createdAt} />
        </span>
      </Link>
    </li>
  );
}

function filesOf({ files, status }: Job): string {
  if (files.length === 0) return status === 'active' ? 'nothing changed yet' : 'nothing was changed';
  return `${files.length === 1 ? '1 file' : `${files.length} files`}: ${files.slice(0, 5).join(', ')}`;
}
