import { useQuery } from '@tanstack/react-query';
import type { Job, JobChange } from '../../../../../src/protocol/manage/job-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Bone, ErrorText } from '../../ui/states.tsx';
import { Findings } from './findings.tsx';
import { PullRequestCard } from './pull-request-card.tsx';

/** What a job made of the docs: its summary, its pull request, its findings and its diffs. */
export function JobChanges({ job, projectId }: { job: Job; projectId: string }) {
  const { queries } = useProject();
  const change = useQuery(queries.jobChange(job.id));
  return (
    <>
      {(job.summary.length > 0 || job.findings.length > 0) && <Outcome job={job} />}
      {change.data?.pullRequest != null ? (
        <PullRequestCard job={job} projectId={projectId} pull={change.data.pullRequest} />
      ) : (
        job.prLink !== null && (
          <Card title="Pull request">
            <p className="text-sm break-all">
              <ExternalLink href={job.prLink}>{job.prLink}</ExternalLink>
            </p>
          </Card>
        )
      )}
      <ErrorText error={change.error} />
      {change.isPending && <Waiting />}
      {change.data !== undefined && <Diffs diffs={change.data.diffs} />}
    </>
  );
}

function Outcome({ job: { summary, findings } }: { job: Job }) {
  return (
    <Card title={summary.length > 0 ? 'What was done' : 'What the checks say'}>
      <div className="grid gap-4 text-sm">
        {summary.length > 0 && (
          <ul dir="auto" className="grid list-disc gap-1 pl-5">
            {summary.map((text, nth) => (
              <li key={nth} className="break-words">
                {text}
              </li>
            ))}
          </ul>
        )}
        {findings.length > 0 && (
          <div className="grid gap-2">
            {summary.length > 0 && <h3 className="font-medium">What the checks still say</h3>}
            <Findings findings={findings} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Loads what shows diffs when there is one. Not by Suspense: that would wait 300 ms after the page was drawn. */
function Diffs({ diffs }: { diffs: JobChange['diffs'] }) {
  const view = useQuery({
    queryKey: ['diff-view'],
    queryFn: () => import('./diff-view.tsx'),
    staleTime: Infinity,
    enabled: diffs.length > 0,
  });
  if (diffs.length === 0) return null;
  if (view.error !== null) return <ErrorText error={view.error} />;
  if (view.data === undefined) return <Waiting />;
  const { DiffView } = view.data;
  return diffs.map(({ round, diff }) => (
    <DiffView key={round} diff={diff} title={diffs.length > 1 ? `Changes, round ${round}` : 'Changes'} />
  ));
}

const Waiting = () => (
  <div aria-busy="true">
    <Bone className="h-64" />
  </div>
);
