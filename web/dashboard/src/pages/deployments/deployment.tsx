import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime, formatMs } from '../../api/format.ts';
import type { Deployment } from '../../../../../src/protocol/manage/deployment-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Switch } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { DeploymentBadge } from './deployment-badge.tsx';
import { causeWords, timeLeft } from './deployment-words.ts';
import { followDeployment } from './follow-deployment.ts';
import { Steps } from './steps.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useDeploy } from './use-deploy.ts';
import { Meter } from '../../charts/meter.tsx';

export function DeploymentPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const { deploymentId } = useParams({ from: '/signed-in/$org/$domain/deployments/$deploymentId' });
  const { data: deployment } = useSuspenseQuery({
    ...project.queries.deployment(deploymentId),
    refetchInterval: followDeployment,
  });
  const { status, summary, current, kept, cause, createdAt, endedAt, logs, commit } = deployment;
  const may = useMay('admin');
  return (
    <Page
      title="Deployment"
      about={summary}
      actions={
        <>
          <LinkButton to="/$org/$domain/deployments" params={{ org, domain: project.domain }}>
            All deployments
          </LinkButton>
          {may && status === 'failure' && <TryAgain deployment={deployment} />}
          {may && kept && !current && <Restore deployment={deployment} />}
        </>
      }
    >
      <Card>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <DeploymentBadge status={status} />
          {current && <Badge tone="accent">Live</Badge>}
          <span className="text-soft">
            {causeWords[cause]}, <Ago at={createdAt} />, {formatDateTime(createdAt)}
          </span>
          {endedAt !== null && (
            <span className="text-soft">took {formatMs(Date.parse(endedAt) - Date.parse(createdAt))}</span>
          )}
        </div>
        <div className="mt-4 empty:hidden">
          {deployment.steps.length > 0 ? (
            <Steps deployment={deployment} />
          ) : (
            <Progress deployment={deployment} />
          )}
        </div>
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

/** Rolls back to an earlier deployment, while its index is kept. */
function Restore({ deployment: { id, createdAt } }: { deployment: Deployment }) {
  const { restore } = useDeploy();
  const [pin, setPin] = useState(false);
  return (
    <ConfirmButton
      kind="primary"
      label="Roll back to this"
      title="Roll back?"
      action={() => restore(id, pin)}
    >
      <div className="grid gap-3">
        <p>Answers use the docs of {formatDateTime(createdAt)} again, at once.</p>
        <Switch
          label="Pin it"
          hint="Later pushes are not deployed until you unpin it."
          checked={pin}
          onChange={(event) => setPin(event.target.checked)}
        />
      </div>
    </ConfirmButton>
  );
}

/** Retries a failed deployment; one that would lose most pages needs a confirmation. */
function TryAgain({ deployment: { summary } }: { deployment: Deployment }) {
  const { deploy } = useDeploy();
  const again = useAction(() => deploy());
  if (/pages would vanish/.test(summary)) {
    return (
      <ConfirmButton
        label="Deploy anyway"
        title="Remove these pages?"
        action={() => deploy({ confirm: true })}
      >
        {summary}
      </ConfirmButton>
    );
  }
  return (
    <>
      <ErrorText error={again.error} />
      <Button busy={again.busy} onClick={() => again.run()}>
        Try again
      </Button>
    </>
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

/** The progress of a running deployment; nothing once it has ended. */
function Progress({ deployment: { progress, endedAt } }: { deployment: Deployment }) {
  if (progress === null || endedAt !== null) return null;
  const { phase, done, total, secondsLeft } = progress;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-soft" role="status">
        {phase}: {done} of {total}
        {timeLeft(secondsLeft)}
      </p>
      <Meter value={done} max={total} label={phase} plain />
    </div>
  );
}
