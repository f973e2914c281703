import { defineCommand } from 'citty';
import { exportPerson } from '../accounts/export-person.ts';
import { dataOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { withApp } from './open-app.ts';

export const exportCommand = defineCommand({
  meta: { name: 'docent export', description: 'Print all that is stored about one person, as JSON.' },
  args: {
    fp: {
      type: 'string',
      required: true,
      valueHint: 'NAME',
      description: 'Their fp, or the sub of their reader tokens.',
    },
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'The project; needed when there are several.',
    },
    data: dataOption,
  },
  async run({ args: { fp, project: domain, data } }) {
    await withApp(data, async (app, organization) => {
      const project = await chooseProject(app, organization, domain);
      console.log(JSON.stringify(await exportPerson(app.store, { projectId: project.id, fp }), null, 2));
    });
  },
});
