import { defineCommand } from 'citty';
import { jsonOption } from './arguments.ts';
import { openTarget, targetOptions } from './deploy-target.ts';

export const rollbackCommand = defineCommand({
  meta: { name: 'docent rollback', description: 'Roll back to an earlier deployment.' },
  args: {
    deployment: {
      type: 'positional',
      required: false,
      description: 'Deployment id (default: the previous one).',
    },
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, if there are several.' },
    pin: { type: 'boolean', description: 'Stay on it until the project is unpinned.' },
    ...targetOptions,
    json: jsonOption,
  },
  async run({ args }) {
    const target = await openTarget(args);
    try {
      const { id, summary } = await target.rollBack(args.project, args.deployment, args.pin === true);
      console.log(args.json ? JSON.stringify({ id, summary }) : summary);
    } finally {
      await target.close();
    }
  },
});
