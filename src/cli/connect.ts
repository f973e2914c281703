import { defineCommand } from 'citty';
import { commandLine, recordAuditEvent } from '../accounts/audit.ts';
import { connectRepository } from '../agent/connect-repository.ts';
import { dataOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { withApp } from './open-app.ts';

export const projectsConnectCommand = defineCommand({
  meta: { name: 'docent projects connect', description: 'Name the repository that a project’s jobs change.' },
  args: {
    repository: {
      type: 'positional',
      required: true,
      description: 'Its address: https://github.com/acme/docs',
    },
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, when there are several.' },
    'docs-root': {
      type: 'string',
      valueHint: 'DIR',
      description: 'The folder of the docs in the repository.',
    },
    data: dataOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const docsRoot = (args['docs-root'] ?? '').replace(/^\.?\/|\/$/g, '');
      const wanted = { url: args.repository, docsRoot };
      const { repository, defaultBranch, canWrite } = await connectRepository(
        app.store,
        project,
        wanted,
        app.config.forges,
      );
      await recordAuditEvent(app.store, {
        organizationId: organization.id,
        projectId: project.id,
        actor: commandLine,
        action: 'project.connect',
        target: { kind: 'project', id: project.id, name: project.name },
        details: { repository, docsRoot },
      });
      console.log(`Jobs of ${project.domain} now change ${repository} (${defaultBranch}).`);
      if (!canWrite)
        console.error('The token may read it and not write: jobs will fail until it may push branches.');
    });
  },
});
