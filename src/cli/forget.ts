import { defineCommand } from 'citty';
import { withAudit } from '../accounts/audit-event.ts';
import { forget } from '../accounts/forget-person.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { withApp } from './open-app.ts';
import { UsageError } from './usage-error.ts';
import { scrubDeleted } from '../store/retention.ts';

export const forgetCommand = defineCommand({
  meta: { name: 'docent forget', description: 'Delete conversations permanently.' },
  args: {
    thread: { type: 'string', valueHint: 'ID', description: 'One thread.' },
    fp: { type: 'string', valueHint: 'NAME', description: 'All threads started by this fp.' },
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'The project; required if there are several.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const { thread, fp } = args;
    if ((thread === undefined) === (fp === undefined)) throw new UsageError('Give either --thread or --fp.');
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const whose = fp === undefined ? { threadId: thread! } : { fp };
      const event = commandEvent(organization, 'conversation.delete-all', project);
      const threads = await withAudit(
        app.store,
        (store) => forget(store, project.id, whose),
        (deleted) => [{ ...event, details: { deleted } }],
      );
      await scrubDeleted(app.store);
      console.log(args.json ? JSON.stringify({ threads }) : `Deleted ${threads} conversations.`);
    });
  },
});
