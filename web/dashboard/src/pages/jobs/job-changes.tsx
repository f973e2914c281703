import { useQuery } from '@tanstack/react-query';
import type { Job, JobChange, JobEvent } from '../../../../../src/protocol/manage/job-schema.ts';
import { Card } from '../../ui/card.tsx';
import { Bone, ErrorText } from '../../ui/states.tsx';
import { Findings } from './findings.tsx';
import { PullRequestCard, RemotePullRequest } from './pull-request-card.tsx';
import { Proof } from './proof.tsx';
import { reviewQuery } from './review-query.ts';
import type { OfJob } from './use-job-action.ts';

/** The result of a job: its summary, the findings and its pull request. */
export function JobOutcome({ job, projectId, change }: OfJob & { change: JobChange | undefined }) {
  return (
    <>
      {(job.summary.length > 0 || job.findings.length > 0) && <Outcome job={job} />}
      {job.proof !== null && <Proof proof={job.proof} />}
      {change?.pullRequest != null ? (
        <PullRequestCard job={job} projectId={projectId} pull={change.pullRequest} />
      ) : (
        job.prLink !== null && <RemotePullRequest job={job} projectId={projectId} link={job.prLink} />
      )}
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
            {summary.length > 0 && <h3 className="font-medium">Remaining findings</h3>}
            <Findings findings={findings} />
          </div>
        )}
      </div>
    </Card>
  );
}

export function JobReview(props: OfJob & { change: JobChange; events: readonly JobEvent[] }) {
  const view = useQuery(reviewQuery);
  if (view.error !== null) return <ErrorText error={view.error} />;
  if (view.data === undefined) return <Waiting />;
  const { Review } = view.data;
  return <Review {...props} />;
}

export const Waiting = () => (
  <div aria-busy="true">
    <Bone className="h-64" />
  </div>
);
