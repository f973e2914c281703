import { useQueryClient } from '@tanstack/react-query';
import { MailPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import type { Role } from '../../../../src/protocol/manage/shared-fields.ts';
import type { Invitation } from '../../../../src/protocol/manage/invitation-schema.ts';
import type { Member } from '../../../../src/protocol/manage/member-schema.ts';
import { useMay, useOrganization, useSession } from '../layout/where.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyValue } from '../ui/copy.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, smallBox, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useAction } from '../ui/use-action.ts';
import { PagedList, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorText, Note } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';

export function MembersPage() {
  const organization = useOrganization();
  const mayInvite = useMay('admin');
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title="Members"
      about="Viewers read everything; admins change projects, keys and jobs; owners also manage people and the plan."
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/organizations/${organization.slug}/members` }]} />
          {mayInvite && (
            <Button kind="primary" onClick={() => setInviting(true)}>
              <MailPlus size={16} aria-hidden /> Invite
            </Button>
          )}
        </>
      }
    >
      <PagedList
        query={organization.queries.members}
        unit={['member', 'members']}
        head={
          <>
            <Th>Name</Th>
            <Th>Role</Th>
            <Th>Last seen</Th>
            <Th end held>
              <span className="sr-only">Actions</span>
            </Th>
          </>
        }
        row={(member) => <MemberRow key={member.userId} member={member} />}
        empty={<EmptyState icon={Users} title="No members" />}
      />
      {mayInvite && <OpenInvitations />}
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
}

const roles = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner' },
] as const;

function MemberRow({ member }: { member: Member }) {
  const organization = useOrganization();
  const { user } = useSession();
  const mayChange = useMay('owner');
  const client = useQueryClient();
  const path = `/manage/v1/organizations/${organization.slug}/members/${member.userId}`;
  const reload = () => client.invalidateQueries({ queryKey: ['organization', organization.slug] });
  const setRole = (role: string) => request('PATCH', path, { role }).finally(reload);
  const change = useAction(async (role: string) => {
    await setRole(role);
    return { text: `${member.name} is ${role} now.`, undo: () => setRole(member.role) };
  });
  const itself = user?.id === member.userId;
  return (
    <tr>
      <Td>
        <span className="block max-w-72 min-w-40 font-medium break-words">
          <bdi>{member.name}</bdi> {itself && <Badge>you</Badge>}
        </span>
        <span className="block text-soft">{member.email}</span>
        <ErrorText error={change.error} />
      </Td>
      <Td>
        {mayChange ? (
          <RoleSelect role={member.role} name={member.name} onChange={change.run} />
        ) : (
          <Badge>{member.role}</Badge>
        )}
      </Td>
      <Td>
        <Ago at={member.lastSeenAt} />
      </Td>
      <Td end held>
        {(mayChange || itself) && (
          <ConfirmButton
            label={itself ? 'Leave' : 'Remove'}
            title={itself ? `Leave ${organization.name}?` : `Remove ${member.name}?`}
            action={async () => {
              await request('DELETE', path);
              if (itself) location.assign('/');
              else await reload();
            }}
          >
            {itself ? 'You lose' : `${member.name} loses`} access at once. Keys that were made stay valid.
          </ConfirmButton>
        )}
      </Td>
    </tr>
  );
}

function RoleSelect({ role, name, onChange }: { role: Role; name: string; onChange(role: string): void }) {
  return (
    <select
      aria-label={`Role of ${name}`}
      value={role}
      onChange={(event) => onChange(event.target.value)}
      className={smallBox}
    >
      {roles.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function OpenInvitations() {
  const organization = useOrganization();
  return (
    <PagedList
      query={organization.queries.invitations}
      title="Open invitations"
      row={(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
      empty={<p className="px-5 py-6 text-sm text-soft">No invitation is open.</p>}
    />
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const withdraw = async () => {
    await request('DELETE', `/manage/v1/organizations/${slug}/invitations/${invitation.id}`);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'invitations'] });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm sm:px-5">
      <span className="min-w-0 flex-1 basis-52 truncate font-medium">{invitation.email}</span>
      <Badge>{invitation.role}</Badge>
      <span className="text-soft">
        ends <Ago at={invitation.expiresAt} />
      </span>
      <ConfirmButton label="Withdraw" title="Withdraw the invitation?" action={withdraw}>
        The link that {invitation.email} got will no longer work.
      </ConfirmButton>
    </li>
  );
}

function Invite({ onClose }: { onClose(): void }) {
  const organization = useOrganization();
  const isOwner = useMay('owner');
  const client = useQueryClient();
  const [made, setMade] = useState<Invitation & { link: string }>();
  const invite = async (fields: FormData) => {
    const path = `/manage/v1/organizations/${organization.slug}/invitations`;
    setMade(await request('POST', path, Object.fromEntries(fields)));
    await client.invalidateQueries({ queryKey: ['organization', organization.slug, 'invitations'] });
  };
  return (
    <Dialog title="Invite" onClose={onClose}>
      {made === undefined ? (
        <Form submit={invite} label="Create link" beside={<Button onClick={onClose}>Cancel</Button>}>
          <TextField label="E-mail" name="email" type="email" required />
          <Select label="Role" name="role" defaultValue="viewer">
            {roles
              .filter(({ value }) => isOwner || value !== 'owner')
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        </Form>
      ) : (
        <div className="grid gap-4 text-sm">
          <p>Send this link to {made.email}. It works once, for seven days, and is shown only now.</p>
          <CopyValue value={made.link} label="the link" />
          <Note tone="warn">Whoever has the link can join with this e-mail address.</Note>
          <Button className="justify-self-end" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  );
}
