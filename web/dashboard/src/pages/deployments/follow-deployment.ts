import type { Query } from '@tanstack/react-query';
import type { WholeDeployment } from '../../../../../src/protocol/manage/deployment-schema.ts';

/** How often a deployment is polled: while it is running, and while its vectors are made. */
export function followDeployment({ state }: Pick<Query<WholeDeployment>, 'state'>): number | false {
  const { data } = state;
  if (data === undefined) return false;
  return data.endedAt === null || data.steps.some(({ endedAt }) => endedAt === null) ? 1_000 : false;
}
