/** Looking at deployments needs no more than their rows. */
export {
  type Deployment,
  type DeploymentProgress,
  findCurrentDeployment,
  findDeployment,
  pageOfDeployments,
} from '../store/deployments.ts';
