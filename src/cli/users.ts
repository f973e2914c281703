import { defineCommand } from 'citty';
import { commandLine, withAudit } from '../accounts/audit-event.ts';
import { invite } from '../accounts/invitation.ts';
import { deletePerson } from '../accounts/delete-person.ts';
import { scrubDeleted } from '../store/retention.ts';
import { hashPassword } from '../accounts/password.ts';
import { setOperator, setPassword } from '../accounts/sign-in.ts';
import { randomBase62 } from '../lib/ids.ts';
import { allMembers } from '../accounts/manage-members.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { commandEvent } from './command-event.ts';
import { addressOf } from './last-address.ts';
import { withApp } from './open-app.ts';
import { print, printRows } from './print.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

export const usersInviteCommand = defineCommand({
  meta: { name: 'docent users invite', description: 'Create an invitation link.' },
  args: {
    email: { type: 'positional', required: true, description: 'Their e-mail address.' },
    role: {
      type: 'enum',
      options: ['viewer', 'admin', 'owner'],
      default: 'viewer',
      description: 'viewer: can read. admin: can change. owner: also roles, plan and deletion.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args: { email, role, data, json } }) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is not an e-mail address.`);
    await withApp(data, async (app, organization) => {
      const invitation = { organizationId: organization.id, email, role, invitedBy: commandLine.name };
      const event = { ...commandEvent(organization, 'invitation.create'), details: { role } };
      const { token } = await withAudit(
        app.store,
        (store) => invite(store, invitation),
        ({ invitation: { id } }) => [{ ...event, target: { kind: 'invitation', id, name: email } }],
      );
      const link = `${addressOf(app.config)}/invite#${token}`;
      if (json) console.log(JSON.stringify({ email, role, link }));
      else console.log(`${link}\n\nSave it now; it won’t be shown again. It works once, for seven days.`);
    });
  },
});

export const usersListCommand = defineCommand({
  meta: { name: 'docent users list', description: 'List the people with an account, and their roles.' },
  args: { data: dataOption, json: jsonOption },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const members = await allMembers(app.store, organization.id);
      if (args.json) console.log(JSON.stringify(members));
      else
        printRows(
          members.map(({ email, role, name, lastSeenAt }) => {
            const seen = lastSeenAt === null ? 'never seen' : `seen ${new Date(lastSeenAt).toISOString()}`;
            return [role.padEnd(6), email, name, seen];
          }),
          `Nobody has an account yet. Run \`${program} users invite EMAIL --role owner\`.`,
        );
    });
  },
});

export const usersDeleteCommand = defineCommand({
  meta: { name: 'docent users delete', description: 'Delete an account permanently.' },
  args: {
    email: { type: 'positional', required: true, description: 'The e-mail address of their account.' },
    data: dataOption,
  },
  async run({ args: { email, data } }) {
    await withApp(data, async (app, organization) => {
      const event = commandEvent(organization, 'user.delete');
      await withAudit(
        app.store,
        (store) => deletePerson(store, email),
        () => [event],
      );
      await scrubDeleted(app.store);
      console.log('Deleted the account, with its sessions and memberships.');
    });
  },
});

export const usersPasswordCommand = defineCommand({
  meta: {
    name: 'docent users password',
    description: 'Reset someone’s password; this signs them out everywhere.',
  },
  args: {
    email: { type: 'positional', required: true, description: 'The e-mail address of their account.' },
    data: dataOption,
  },
  async run({ args: { email, data } }) {
    await withApp(data, async (app, organization) => {
      const password = randomBase62(20);
      const passwordHash = await hashPassword(password);
      await withAudit(
        app.store,
        (store) => setPassword(store, email, passwordHash),
        ({ id, name }) => [
          { ...commandEvent(organization, 'user.password'), target: { kind: 'user', id, name } },
        ],
      );
      console.log(`${password}\n\nSave it now; it won’t be shown again. It replaces the old password.`);
    });
  },
});

export const usersOperatorCommand = defineCommand({
  meta: {
    name: 'docent users operator',
    description: 'Make someone an operator, who decides what organizations may use on this server.',
  },
  args: {
    email: { type: 'positional', required: true, description: 'The e-mail address of their account.' },
    remove: { type: 'boolean', description: 'Remove the role.' },
    data: dataOption,
  },
  async run({ args: { email, remove, data } }) {
    await withApp(data, async (app, organization) => {
      const operator = remove !== true;
      const event = { ...commandEvent(organization, 'user.operator'), details: { operator } };
      const user = await withAudit(
        app.store,
        (store) => setOperator(store, email, operator),
        ({ id, name }) => [{ ...event, target: { kind: 'user', id, name } }],
      );
      print(`${user.email} is ${operator ? 'an operator' : 'no operator'} now.`);
    });
  },
});
