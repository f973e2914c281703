import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDateTime, formatMs } from '../../api/format.ts';
import type { Deployment } from '../../api/types.ts';
import { Meter } from '../../charts/meter.tsx';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Ago } from '../../ui/time.tsx';
import { DeploymentBadge } from './deployment-badge.tsx';

export function DeploymentPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const { deploymentId } = useParams({ from: '/signed-in/$org/$domain/deployments/$deploymentId' });
  const { data: deployment } = useSuspenseQuery({
    ...project.queries.deployment(deploymentId),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? 1_000 : false),
  });
  const { status, summary, current, createdAt, endedAt, logs, commit } = deployment;
  return (
    <Page
      title="Deployment"
      about={summary}
      actions={
        <LinkButton to="/$org/$domain/deployments" params={{ org, domain: project.domain }}>
          All deployments
        </LinkButton>
      }
    >
      <Card>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <DeploymentBadge status={status} />
          {current && <Badge tone="accent">answers now</Badge>}
          <span className="text-soft">
            started <Ago at={createdAt} />, {formatDateTime(createdAt)}
          </span>
          {endedAt !== null && (
            <span className="text-soft">took {formatMs(Date.parse(endedAt) - Date.parse(createdAt))}</span>
          )}
        </div>
        <Progress deployment={deployment} />
      </Card>
      {commit !== null && <Changes commit={commit} />}
      <Card title="Log" padded={false}>
        {logs.length === 0 ? (
          <p className="px-5 py-6 text-sm text-soft">Nothing was logged.</p>
        ) : (
          <pre
            tabIndex={0}
            aria-label="Log"
            className="max-h-[32rem] overflow-auto bg-code px-5 py-4 font-mono text-[13px] leading-relaxed whitespace-pre-wrap"
          >
            {logs.join('\n')}
          </pre>
        )}
      </Card>
    </Page>
  );
}

function Progress({ deployment: { progress, endedAt } }: { deployment: Deployment }) {
  if (progress === null || endedAt !== null) return null;
  const { phase, done, total } = progress;
  return (
    <div className="mt-4 grid gap-1.5">
      <p className="text-sm text-soft" role="status">
        {phase}: {done} of {total}
      </p>
      <Meter value={done} most={total} label={phase} />
    </div>
  );
}

function Changes({ commit }: { commit: NonNullable<Deployment['commit']> }) {
  const { added, modified, removed } = commit.filesChanged;
  const groups = [
    { name: 'Added', files: added },
    { name: 'Changed', files: modified },
    { name: 'Removed', files: removed },
  ].filter(({ files }) => files.length > 0);
  return (
    <Card
      title={
        <>
          <code className="font-mono">{commit.sha.slice(0, 8)}</code> {commit.message}
        </>
      }
      action={<Badge>{commit.ref}</Badge>}
    >
      {groups.length === 0 ? (
        <p className="text-sm text-soft">No page changed.</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-3">
          {groups.map(({ name, files }) => (
            <div key={name} className="min-w-0">
              <h3 className="text-sm font-medium">
                {name} <span className="text-faint">{files.length}</span>
              </h3>
              <ul className="mt-1 grid gap-0.5 font-mono text-xs text-soft">
                {files.slice(0, 50).map((file) => (
                  <li key={file} className="truncate" title={file}>
                    {file}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}
