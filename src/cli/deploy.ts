import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { jsonOption } from './arguments.ts';
import { builtOption } from './built-option.ts';
import { type DeployTarget, openTarget, type ShownDeployment, targetOptions } from './deploy-target.ts';
import { exitCodes } from './exit-codes.ts';
import { print } from './print.ts';
import { showProgress } from './progress.ts';

const askEveryMs = 300;

export const deployCommand = defineCommand({
  meta: { name: 'docent deploy', description: 'Redeploy a project’s docs, and wait until they are live.' },
  args: {
    what: {
      type: 'positional',
      required: false,
      valueHint: 'PROJECT|FOLDER',
      description: 'The project’s domain or id, if there are several; or a folder to push, such as ./docs.',
    },
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project to push a folder to.' },
    source: {
      type: 'string',
      valueHint: 'NAME',
      description: 'The source to push a folder to, if the project has several.',
    },
    built: builtOption,
    branch: { type: 'string', valueHint: 'BRANCH', description: 'Deploy this branch as a preview instead.' },
    confirm: {
      type: 'boolean',
      description: 'Continue even if more than half of the pages would be removed.',
    },
    ...targetOptions,
    json: jsonOption,
  },
  async run({ args }) {
    const target = await openTarget(args);
    try {
      const [named, folder] = isFolder(args.what) ? [args.project, args.what] : [args.what ?? args.project];
      const { branch, source, built } = args;
      const wish = { confirm: args.confirm === true, branch, folder, source, built };
      const id = await target.deploy(named, wish);
      const ended = await untilOver(target, id);
      if (args.json)
        console.log(JSON.stringify({ id, status: ended.status, summary: ended.summary, logs: ended.logs }));
      else if (ended.status === 'success') print(ended.summary);
      else console.error(cleanForTerminal(`docent: ${ended.summary}`));
      return ended.status === 'success' ? exitCodes.ok : exitCodes.failure;
    } finally {
      await target.close();
    }
  },
});

/** Domains and ids contain no slash. */
function isFolder(what: string | undefined): what is string {
  return what !== undefined && (what === '.' || what === '..' || /[/\\]/.test(what));
}

async function untilOver(target: DeployTarget, id: string): Promise<ShownDeployment> {
  const show = showProgress();
  for (;;) {
    const shown = await target.status(id);
    if (shown.isOver) return shown;
    if (shown.progress !== null) show(shown.progress);
    await sleep(askEveryMs);
  }
}
