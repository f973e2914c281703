import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '../../../../../src/protocol/manage/project-schema.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { DeploymentBadge } from '../deployments/deployment-badge.tsx';
import { followDeployment } from '../deployments/follow-deployment.ts';
import { Steps } from '../deployments/steps.tsx';

/** The progress of the first deployment, before there are docs to ask. */
export function FirstDeployment({
  project: { domain },
  deploymentId,
}: {
  project: Project;
  deploymentId: string | undefined;
}) {
  const { slug: org } = useOrganization();
  const { queries } = useProject();
  const { data: deployment } = useQuery({
    ...queries.deployment(deploymentId ?? ''),
    enabled: deploymentId !== undefined,
    refetchInterval: followDeployment,
  });
  if (deployment === undefined) return 'The first deployment reads your docs. It starts by itself.';
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <DeploymentBadge status={deployment.status} /> {deployment.summary}
        <Link
          to="/$org/$domain/deployments/$deploymentId"
          params={{ org, domain, deploymentId: deployment.id }}
          className="underline underline-offset-2"
        >
          Its log
        </Link>
      </p>
      <Steps deployment={deployment} />
    </>
  );
}
