import { defineCommand } from 'citty';
import { recordAuditEvent, withAudit } from '../accounts/audit-event.ts';
import type { NewKey } from '../accounts/check-new-key.ts';
import { createKey, type KeyInfo, listKeys, revokeKey } from '../accounts/manage-keys.ts';
import { chooseProject } from './choose-project.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { commandEvent } from './command-event.ts';
import { DocentError } from '../errors.ts';
import { withApp } from './open-app.ts';
import { printRows } from './print.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

export const keysCreateCommand = defineCommand({
  meta: { name: 'docent keys create', description: 'Create a key; it is shown once.' },
  args: {
    kind: {
      type: 'enum',
      options: ['assistant', 'admin'],
      required: true,
      description: 'assistant: public, for one project. admin: secret.',
    },
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'The assistant’s project; required if there are several.',
    },
    name: { type: 'string', description: 'A name for the key.' },
    expires: {
      type: 'string',
      valueHint: 'DATE',
      description: 'When the key expires: 2030-01-31, or with a time and its zone, 2030-01-31T12:00:00Z.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const shared = {
        name: args.name ?? args.kind,
        ...(args.expires !== undefined && { expiresAt: args.expires.replace(/^[\d-]+$/, '$&T00:00:00Z') }),
      };
      const asked: NewKey =
        args.kind === 'admin'
          ? { ...shared, kind: 'admin' }
          : {
              ...shared,
              kind: 'assistant',
              projectId: (await chooseProject(app, organization, args.project)).id,
            };
      const { key, secret } = await createKey(app.store, organization, asked).catch((error: unknown) => {
        const isWrong = error instanceof DocentError && error.code === 'invalid_request';
        throw isWrong ? new UsageError(error.message) : error;
      });
      const { id, kind, name, projectId } = key;
      const target = { kind: 'key', id, name };
      await recordAuditEvent(app.store, {
        ...commandEvent(organization, 'key.create'),
        projectId,
        target,
        details: { kind },
      });
      if (args.json) console.log(JSON.stringify({ ...key, secret }));
      else console.log(`${secret}\n\nSave it now; it won’t be shown again. Its id is ${key.id}.`);
    });
  },
});

export const keysListCommand = defineCommand({
  meta: { name: 'docent keys list', description: 'List the keys, without their secrets.' },
  args: { data: dataOption, json: jsonOption },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const keys = await listKeys(app.store, organization.id);
      if (args.json) console.log(JSON.stringify(keys));
      else
        printRows(
          keys.map((key) => [key.id, key.kind.padEnd(9), key.hint, state(key), key.name]),
          `There is no key yet. Run \`${program} keys create --kind assistant\`.`,
        );
    });
  },
});

export const keysRevokeCommand = defineCommand({
  meta: { name: 'docent keys revoke', description: 'Revoke a key, immediately and permanently.' },
  args: {
    id: { type: 'positional', required: true, description: 'The key’s id (see `keys list`).' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      await withAudit(
        app.store,
        (store) => revokeKey(store, { organizationId: organization.id, id: args.id }),
        ({ id, name, projectId }) => [
          { ...commandEvent(organization, 'key.revoke'), projectId, target: { kind: 'key', id, name } },
        ],
      );
      console.log(args.json ? JSON.stringify({ id: args.id, revoked: true }) : 'Revoked.');
    });
  },
});

function state({ revokedAt, expiresAt }: KeyInfo): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  return expiresAt <= Date.now() ? 'expired' : `until ${new Date(expiresAt).toISOString()}`;
}
