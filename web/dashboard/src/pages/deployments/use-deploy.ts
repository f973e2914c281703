import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { useOrganization, useProject } from '../../layout/where.ts';

/** Requests a deployment, and opens its page. */
export function useDeploy() {
  const { slug: org } = useOrganization();
  const { id, domain } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const show = async (deploymentId: string) => {
    await client.invalidateQueries({ queryKey: ['project', id] });
    await navigate({
      to: '/$org/$domain/deployments/$deploymentId',
      params: { org, domain, deploymentId },
    });
  };
  return {
    async deploy(options: { confirm?: boolean } = {}) {
      const { statusId } = await request<{ statusId: string }>('POST', `/v1/project/update/${id}`, options);
      await show(statusId);
    },
    /** Rolls back to an earlier deployment; `pin` keeps it live whatever is pushed. */
    async restore(deploymentId: string, pin: boolean) {
      const path = `/manage/v1/projects/${id}/deployments/${deploymentId}/restore`;
      const restored = await request<{ id: string }>('POST', path, { pin });
      await client.invalidateQueries({ queryKey: ['organization', org, 'project', domain] });
      await show(restored.id);
    },
  };
}
