import { defineCommand } from 'citty';
import { dataOption, jsonOption, pathArgument } from './arguments.ts';
import { openDocs } from './open-docs.ts';
import { showProgress } from './progress.ts';
import { describeDeployment, showWarnings } from './show-deployment.ts';

export const indexCommand = defineCommand({
  meta: { name: 'docent index', description: 'Build or update a folder’s index.' },
  args: {
    path: pathArgument,
    confirm: {
      type: 'boolean',
      description: 'Continue even if more than half of the pages would be removed.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const { app, project, deployed } = await openDocs(
      args.path,
      { dataFolder: args.data },
      { confirmed: args.confirm === true },
    );
    await app.revisions.now(project.id, showProgress());
    await app.close();
    showWarnings(deployed);
    const { pages, sections, added, changed, removed, unchanged, warnings } = deployed;
    const counts = { pages, sections, added, changed, removed, unchanged };
    if (args.json) console.log(JSON.stringify({ projectId: project.id, ...counts, warnings }));
    else console.log(describeDeployment(deployed));
  },
});
