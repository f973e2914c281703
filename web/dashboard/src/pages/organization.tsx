import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import type { Membership } from '../../../../src/protocol/manage/session-schema.ts';
import { useMay, useOrganization, useSession } from '../layout/where.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyValue } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/states.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { GrantsCard } from './grants-card.tsx';

const path = '/manage/v1/organizations';

/** The organization's name, a form for another organization, and its deletion. */
export function OrganizationPage() {
  const organization = useOrganization();
  const isOwner = useMay('owner');
  const mayChange = useMay('admin');
  const isOperator = useSession().user?.operator === true;
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Organization"
      about={isOwner ? 'Projects, keys, people and credits belong to it.' : 'Only owners can change it.'}
      actions={
        isOperator && (
          <Button onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden /> New organization
          </Button>
        )
      }
    >
      <General key={organization.id} organization={organization} />
      {mayChange && <NotificationsCard />}
      {isOperator && <GrantsCard />}
      {isOwner && <DeleteOrganization organization={organization} />}
      {adding && <NewOrganization onClose={() => setAdding(false)} />}
    </Page>
  );
}

function General({ organization: { id, slug, name } }: { organization: Membership }) {
  const isOwner = useMay('owner');
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const rename = async (fields: FormData) => {
    setSaved(false);
    await request('PATCH', `${path}/${slug}`, { name: textOf(fields, 'name') });
    await client.invalidateQueries({ queryKey: ['session'] });
    setSaved(true);
  };
  return (
    <Card title="General">
      <fieldset disabled={!isOwner} className="contents" onChange={() => setSaved(false)}>
        <Form submit={rename} label="Save">
          <div className="grid gap-4 sm:grid-cols-2">
            <div className="grid min-w-0 gap-1.5 text-sm">
              <span className="font-medium">Slug</span>
              <CopyValue value={slug} label="the slug" />
            </div>
            <div className="grid min-w-0 gap-1.5 text-sm">
              <span className="font-medium">Organization id</span>
              <CopyValue value={id} label="the organization id" />
            </div>
          </div>
          <TextField label="Name" name="name" defaultValue={name} required maxLength={100} />
        </Form>
      </fieldset>
      <div role="status" className="empty:absolute">
        {saved && <Note tone="accent">Saved.</Note>}
      </div>
    </Card>
  );
}

function NewOrganization({ onClose }: { onClose(): void }) {
  const { organizations } = useSession();
  const add = async (fields: FormData) => {
    const made = await request<Membership>('POST', path, {
      name: textOf(fields, 'name'),
      slug: textOf(fields, 'slug'),
    });
    // The person's rights differ there, so cached data is dropped.
    location.assign(`/${made.slug}`);
  };
  return (
    <Dialog title="New organization" onClose={onClose}>
      <Form submit={add} label="Create" beside={<Button onClick={onClose}>Cancel</Button>}>
        <TextField label="Name" name="name" required maxLength={100} />
        <TextField
          label="Slug"
          name="slug"
          maxLength={63}
          autoComplete="off"
          placeholder="acme"
          hint={`In its addresses, beside ${organizations.map(({ slug }) => slug).join(', ')}. Empty: derived from the name.`}
        />
      </Form>
    </Dialog>
  );
}

function DeleteOrganization({ organization: { slug, name } }: { organization: Membership }) {
  const [typed, setTyped] = useState('');
  const remove = async () => {
    await request('DELETE', `${path}/${slug}`, { name: typed });
    location.assign('/');
  };
  return (
    <Card title="Delete this organization">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">
          This deletes its projects, keys, conversations, members and audit log, too. The docs stay.
        </p>
        <ConfirmButton label="Delete the organization" title={`Delete ${name}?`} action={remove}>
          <div className="grid gap-3">
            <p>This cannot be undone. Apps that use its keys stop working at once.</p>
            <TextField
              label={`Type ${name} to confirm`}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </ConfirmButton>
      </div>
    </Card>
  );
}
