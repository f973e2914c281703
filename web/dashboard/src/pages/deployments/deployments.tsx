import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Deployment } from '../../api/types.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { DeploymentBadge } from './deployment-badge.tsx';

export function DeploymentsPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayDeploy = useMay('admin');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const deploy = async () => {
    setError(null);
    try {
      const { statusId } = await request<{ statusId: string }>('POST', `/v1/project/update/${project.id}`);
      await client.invalidateQueries({ queryKey: ['project', project.id] });
      await navigate({
        to: '/$org/$domain/deployments/$deploymentId',
        params: { org, domain: project.domain, deploymentId: statusId },
      });
    } catch (error) {
      setError(error);
    }
  };
  return (
    <Page
      title="Deployments"
      about="Each one reads the docs and builds a new index beside the old, which answers until the new one is whole."
      actions={
        mayDeploy && (
          <Button kind="primary" onClick={deploy}>
            <Rocket size={16} aria-hidden /> Deploy now
          </Button>
        )
      }
    >
      <ErrorText error={error} />
      <PagedList
        query={project.queries.deployments}
        row={(deployment) => (
          <DeploymentRow key={deployment.id} deployment={deployment} org={org} domain={project.domain} />
        )}
        empty={
          <EmptyState icon={Rocket} title="No deployment yet">
            The first one starts when the project is made.
          </EmptyState>
        }
      />
    </Page>
  );
}

function DeploymentRow({ deployment, org, domain }: { deployment: Deployment; org: string; domain: string }) {
  const { id, status, summary, current, commit, createdAt } = deployment;
  return (
    <li>
      <Link
        to="/$org/$domain/deployments/$deploymentId"
        params={{ org, domain, deploymentId: id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3.5 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <DeploymentBadge status={status} />
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate">{summary === '' ? 'No summary yet' : summary}</span>
          {commit !== null && (
            <span className="block truncate text-xs text-faint">
              <code className="font-mono">{commit.sha.slice(0, 8)}</code> {commit.message}
            </span>
          )}
        </span>
        {current && <Badge tone="accent">answers now</Badge>}
        <span className="text-xs text-faint">
          <Ago at={createdAt} />
        </span>
      </Link>
    </li>
  );
}
