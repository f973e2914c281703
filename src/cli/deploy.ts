import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { jsonOption } from './arguments.ts';
import { type DeployTarget, openTarget, type ShownDeployment, targetOptions } from './deploy-target.ts';
import { exitCodes } from './exit-codes.ts';
import { showProgress } from './progress.ts';

const askEveryMs = 300;

export const deployCommand = defineCommand({
  meta: { name: 'docent deploy', description: 'Read a project’s docs again, and wait until they answer.' },
  args: {
    project: {
      type: 'positional',
      required: false,
      description: 'Its domain or id; needed when there are several.',
    },
    branch: { type: 'string', valueHint: 'BRANCH', description: 'Deploy this branch as a preview instead.' },
    confirm: { type: 'boolean', description: 'Go on even when more than half of the pages would vanish.' },
    ...targetOptions,
    json: jsonOption,
  },
  async run({ args }) {
    const target = await openTarget(args);
    try {
      const id = await target.deploy(args.project, { confirm: args.confirm === true, branch: args.branch });
      const ended = await untilOver(target, id);
      if (args.json)
        console.log(JSON.stringify({ id, status: ended.status, summary: ended.summary, logs: ended.logs }));
      else if (ended.status === 'success') console.log(ended.summary);
      else console.error(`docent: ${ended.summary}`);
      return ended.status === 'success' ? exitCodes.ok : exitCodes.failure;
    } finally {
      await target.close();
    }
  },
});

async function untilOver(target: DeployTarget, id: string): Promise<ShownDeployment> {
  const show = showProgress();
  for (;;) {
    const shown = await target.status(id);
    if (shown.isOver) return shown;
    if (shown.progress !== null) show(shown.progress);
    await sleep(askEveryMs);
  }
}
