import type { DeploymentProgress } from '../publish/deploy-folder.ts';

const redrawEvery = 100;

/** Shows progress on standard error: one line that is redrawn on a terminal, the phases' ends elsewhere. */
export function showProgress(): (progress: DeploymentProgress) => void {
  const terminal = process.stderr.isTTY === true;
  let drawnAt = 0;
  return ({ phase, done, total }) => {
    const finished = done === total;
    if (!terminal) return;
    const now = performance.now();
    if (!finished && now - drawnAt < redrawEvery) return;
    drawnAt = now;
    process.stderr.write(`\r\u001b[K${phase} ${done}/${total}${finished ? '\n' : ''}`);
  };
}
