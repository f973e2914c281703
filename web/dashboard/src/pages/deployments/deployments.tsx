import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { request } from '../../api/request.ts';
import type { Deployment } from '../../../../../src/protocol/manage/deployment-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorText, Note } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DeploymentBadge } from './deployment-badge.tsx';
import { causeWords, timeLeft } from './deployment-words.ts';
import { Previews } from './previews.tsx';
import { useDeploy } from './use-deploy.ts';

export function DeploymentsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayDeploy = useMay('admin');
  const { deploy } = useDeploy();
  const start = useAction(() => deploy());
  return (
    <Page
      title="Deployments"
      about="Each one reads the docs and builds a new index. The old one answers until the new one is ready."
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/deployments` }]} />
          {mayDeploy && (
            <Button kind="primary" busy={start.busy} onClick={() => start.run()}>
              <Rocket size={16} aria-hidden /> Deploy now
            </Button>
          )}
        </>
      }
    >
      <ErrorText error={start.error} />
      <PinnedNote />
      <PagedList
        query={{
          ...project.queries.deployments,
          // While a deployment is running, the list is refreshed.
          refetchInterval: ({ state }) =>
            state.data?.pages.some(({ items }) => items.some(({ endedAt }) => endedAt === null)) === true
              ? 1_500
              : 15_000,
        }}
        unit={['deployment', 'deployments']}
        row={(deployment) => (
          <DeploymentRow key={deployment.id} deployment={deployment} org={org} domain={project.domain} />
        )}
        empty={
          <EmptyState icon={Rocket} title="No deployment yet">
            The first one starts when the project is created.
          </EmptyState>
        }
      />
      <Previews />
    </Page>
  );
}

/** Shows that the project is pinned, with a button to unpin it. */
function PinnedNote() {
  const { slug } = useOrganization();
  const { id, settings } = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const pin = async (pinned: boolean) => {
    await request('PATCH', `/manage/v1/projects/${id}`, { settings: { pinned } });
    await client.invalidateQueries({ queryKey: ['organization', slug] });
  };
  const unpin = useAction(async () => {
    await pin(false);
    return { text: 'The docs move on again with what is pushed.', undo: () => pin(true) };
  });
  if (settings.pinned !== true) return null;
  return (
    <Note tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Pinned: the docs stay as they are, whatever is pushed.</p>
        {may && (
          <Button busy={unpin.busy} onClick={() => unpin.run()}>
            Unpin
          </Button>
        )}
      </div>
      <ErrorText error={unpin.error} />
    </Note>
  );
}

function DeploymentRow({ deployment, org, domain }: { deployment: Deployment; org: string; domain: string }) {
  const { id, status, summary, current, commit, progress, cause, createdAt } = deployment;
  return (
    <li>
      <Link
        to="/$org/$domain/deployments/$deploymentId"
        params={{ org, domain, deploymentId: id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <DeploymentBadge status={status} />
        <span className="min-w-0 flex-1 basis-56 max-sm:order-last max-sm:basis-full">
          <span className="block break-words sm:truncate">
            {status === 'in_progress' && progress !== null
              ? `${progress.phase}: ${progress.done} of ${progress.total}${timeLeft(progress.secondsLeft)}`
              : summary === ''
                ? 'No summary yet'
                : summary}
          </span>
          <span className="block truncate text-xs text-faint">
            {causeWords[cause]}
            {commit !== null && (
              <>
                {' · '}
                <code className="font-mono">{commit.sha.slice(0, 8)}</code> {commit.message}
              </>
            )}
          </span>
        </span>
        {current && <Badge tone="accent">Live</Badge>}
        <span className="ml-auto text-xs text-faint">
          <Ago at={createdAt} />
        </span>
      </Link>
    </li>
  );
}
