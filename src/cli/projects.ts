import { defineCommand } from 'citty';
import { withAudit } from '../accounts/audit-event.ts';
import { createProject, sourceName } from '../accounts/manage-projects.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { withApp } from './open-app.ts';
import { print, printRows } from './print.ts';
import { checkSourceReach } from '../deployments/check-source-reach.ts';
import { sourceOf, sourceOptions } from './source-arguments.ts';
import { removeProjectFiles } from '../deployments/remove-project-files.ts';
import { deleteProject, listProjects } from '../store/projects.ts';
import { scrubDeleted } from '../store/retention.ts';
import { program } from '../lib/program.ts';

export const projectsAddCommand = defineCommand({
  meta: {
    name: 'docent projects add',
    description: 'Add a project for a folder, a repository or a site of docs.',
  },
  args: {
    ...sourceOptions,
    name: {
      type: 'string',
      description: 'Project name (default: taken from the site, package, repository or folder).',
    },
    'base-url': {
      type: 'string',
      valueHint: 'URL',
      description: 'URL of the docs site, for citation links.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const { source, name } = sourceOf(args);
    await withApp(args.data, async (app, organization) => {
      await checkSourceReach(source, app.sources);
      const organizationId = organization.id;
      const wanted = { name: args.name ?? name, baseUrl: args['base-url'] ?? null, sources: [source] };
      const event = commandEvent(organization, 'project.create');
      const project = await withAudit(
        app.store,
        (store) => createProject(store, { organizationId, ...wanted }),
        ({ id, name, domain }) => [
          { ...event, projectId: id, target: { kind: 'project', id, name }, details: { domain } },
        ],
      );
      if (args.json) console.log(JSON.stringify(project));
      else
        print(
          `Added ${project.domain} (${project.id}). Run \`${program} serve --project ${project.domain}\` to read its docs and answer from them.\n` +
            `Make a key with \`${program} keys create --kind assistant --project ${project.domain}\`.`,
        );
    });
  },
});

export const projectsRemoveCommand = defineCommand({
  meta: {
    name: 'docent projects remove',
    description: 'Permanently delete a project with its conversations, keys and index. The docs stay.',
  },
  args: {
    domain: {
      type: 'positional',
      required: true,
      description: 'The project’s domain (see `docent projects list`).',
    },
    data: dataOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.domain);
      const { id, name, domain } = project;
      const event = commandEvent(organization, 'project.delete');
      await withAudit(
        app.store,
        (store) => deleteProject(store, project),
        () => [{ ...event, target: { kind: 'project', id, name }, details: { domain } }],
      );
      await removeProjectFiles(app, id);
      await scrubDeleted(app.store);
      console.log(`Deleted ${domain}.`);
    });
  },
});

export const projectsListCommand = defineCommand({
  meta: { name: 'docent projects list', description: 'List the projects.' },
  args: { data: dataOption, json: jsonOption },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const projects = await listProjects(app.store, organization.id);
      if (args.json) console.log(JSON.stringify(projects));
      else
        printRows(
          projects.map(({ domain, id, name, sources }) => [domain, id, name, ...sources.map(sourceName)]),
          `There is no project yet. Run \`${program} projects add PATH\`.`,
        );
    });
  },
});
