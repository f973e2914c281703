import { defineCommand } from 'citty';
import { recordAuditEvent } from '../accounts/audit-event.ts';
import { removeSecret, rotateSecret } from '../accounts/project-secret.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { withApp } from './open-app.ts';

export const projectsWebhookCommand = defineCommand({
  meta: {
    name: 'docent projects webhook',
    description: 'Create a secret for a project’s push webhook; it is shown once.',
  },
  args: {
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, if there are several.' },
    remove: {
      type: 'boolean',
      description: 'Remove the secrets; pushes are then refused.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const action = args.remove ? 'webhook.delete' : 'webhook.create';
      const path = `/v1/webhooks/${project.id}`;
      const secret = args.remove ? null : await rotateSecret(app.store, 'webhook', project.id);
      if (secret === null) await removeSecret(app.store, 'webhook', project.id);
      await recordAuditEvent(app.store, commandEvent(organization, action, project));
      if (args.json) console.log(JSON.stringify({ path, secret }));
      else if (secret === null) console.log('Removed.');
      else {
        console.log(
          `${secret}\n\nSave it now; it won’t be shown again. The previous secret stays valid for a day.`,
        );
        console.log(`Have the forge send pushes as JSON to ${app.publicUrl()}${path}`);
      }
    });
  },
});
