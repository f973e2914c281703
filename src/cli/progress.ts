import type { DeploymentProgress } from '../store/deployments.ts';

const redrawEvery = 100;

/** Prints progress to standard error: on a terminal one line that is redrawn, elsewhere one line per phase. */
export function showProgress(): (progress: DeploymentProgress) => void {
  const terminal = process.stderr.isTTY === true;
  let drawnAt = 0;
  let shown = '';
  return ({ phase, done, total, secondsLeft }) => {
    if (!terminal) {
      if (phase !== shown) console.error(`${phase} (${total})`);
      shown = phase;
      return;
    }
    const finished = done === total;
    const now = performance.now();
    if (!finished && now - drawnAt < redrawEvery) return;
    drawnAt = now;
    const left = secondsLeft === null || finished ? '' : `, ${timeLeft(secondsLeft)} left`;
    process.stderr.write(
      `\r\u001b[K${phase} ${bar(done, total)} ${done}/${total}${left}${finished ? '\n' : ''}`,
    );
  };
}

const barWidth = 24;

function bar(done: number, total: number): string {
  const full = total === 0 ? barWidth : Math.floor((barWidth * done) / total);
  return '━'.repeat(full) + '─'.repeat(barWidth - full);
}

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
