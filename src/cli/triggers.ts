import { defineCommand } from 'citty';
import { pageOfTriggers } from '../store/triggers.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { withApp } from './open-app.ts';
import { printRows } from './print.ts';

export const triggersCommand = defineCommand({
  meta: { name: 'docent triggers', description: 'List events that may start jobs, newest first.' },
  args: {
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, if there are several.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const { rows } = await pageOfTriggers(app.store, project.id, { limit: 50 });
      if (args.json) console.log(JSON.stringify(rows));
      else
        printRows(
          rows.map(({ createdAt, kind, subject, outcome, jobId, reason }) => {
            return [new Date(createdAt).toISOString(), kind, subject, outcome, jobId ?? reason ?? ''];
          }),
          'Nothing happened yet that may start jobs.',
        );
    });
  },
});
