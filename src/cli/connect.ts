import { defineCommand } from 'citty';
import { recordAuditEvent } from '../accounts/audit-event.ts';
import { requireNoSecret } from '../accounts/check-source.ts';
import { connectCode, connectRepository } from '../agent/connect-repository.ts';
import type { App } from '../app.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import { dataOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { withApp } from './open-app.ts';
import { print } from './print.ts';

export const projectsConnectCommand = defineCommand({
  meta: {
    name: 'docent projects connect',
    description: 'Connect a repository for a project’s jobs to change, or to read.',
  },
  args: {
    repository: {
      type: 'positional',
      required: true,
      description: 'Repository URL: https://github.com/acme/docs',
    },
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, if there are several.' },
    'docs-root': {
      type: 'string',
      valueHint: 'DIR',
      description: 'The docs folder inside the repository.',
    },
    'read-only': {
      type: 'boolean',
      description: 'Jobs read it and never change it: the product’s code, examples, API descriptions.',
    },
    ref: { type: 'string', valueHint: 'BRANCH', description: 'The branch or tag to read, with --read-only.' },
    paths: {
      type: 'string',
      valueHint: 'GLOBS',
      description:
        'The files that matter for the docs, separated by commas: src/**,openapi.yaml. With --read-only.',
    },
    data: dataOption,
  },
  async run({ args }) {
    requireNoSecret(args.repository);
    await withApp(args.data, async (app, organization) => {
      const projectOf = () => chooseProject(app, organization, args.project);
      if (args['read-only'] === true) return connectReadOnly(app, organization, await projectOf(), args);
      const docsRoot = (args['docs-root'] ?? '').replace(/^\.?\/|\/$/g, '');
      const wanted = { url: args.repository, docsRoot };
      const { project, repository, defaultBranch, canWrite } = await connectRepository(
        app.store,
        projectOf,
        wanted,
        app.config.forges,
      );
      await recordAuditEvent(app.store, {
        ...commandEvent(organization, 'project.connect', project),
        target: { kind: 'project', id: project.id, name: project.name },
        details: { repository, docsRoot },
      });
      print(`Jobs of ${project.domain} now change ${repository} (${defaultBranch}).`);
      if (!canWrite)
        console.error(
          'The token can read the repository but not write to it: jobs will fail until it may push branches.',
        );
    });
  },
});

async function connectReadOnly(
  app: App,
  organization: Organization,
  project: Project,
  args: { repository: string; ref?: string | undefined; paths?: string | undefined },
): Promise<void> {
  const paths = args.paths?.split(',').map((path) => path.trim());
  const wanted = { url: args.repository, ...(args.ref && { ref: args.ref }), ...(paths && { paths }) };
  const { ref } = await connectCode(app.store, project, wanted, app.agent.readAccess);
  await recordAuditEvent(app.store, {
    ...commandEvent(organization, 'project.connect', project),
    target: { kind: 'project', id: project.id, name: project.name },
    details: { readOnly: args.repository, ref },
  });
  print(`Jobs of ${project.domain} now read ${args.repository} (${ref}).`);
}
