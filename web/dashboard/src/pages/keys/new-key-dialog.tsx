import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Key, NewKey } from '../../../../../src/protocol/manage/key-schema.ts';
import { useOrganization } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Select, Switch, TextArea, TextField } from '../../ui/field.tsx';
import { Form, linesOf, textOf } from '../../ui/form.tsx';
import { Note } from '../../ui/states.tsx';

type Made = Key & { secret: string };

const kinds = [
  { value: 'assistant', label: 'Assistant (public)' },
  { value: 'admin', label: 'Admin (secret)' },
] as const;

export function NewKeyDialog({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const [kind, setKind] = useState<Key['kind']>('assistant');
  const [made, setMade] = useState<Made>();
  const make = async (fields: FormData) => {
    const days = textOf(fields, 'days');
    const shared = {
      name: textOf(fields, 'name') ?? '',
      expiresInDays: days === undefined ? null : (Number(days) as 7 | 30 | 60 | 90),
      ipAllowList: linesOf(fields, 'ips'),
    };
    const body: NewKey =
      kind === 'assistant'
        ? {
            kind,
            ...shared,
            projectId,
            originAllowList: linesOf(fields, 'origins'),
            previews: fields.has('previews'),
          }
        : { kind, ...shared, scopes: textOf(fields, 'scopes') === 'read' ? ['read'] : ['read', 'write'] };
    setMade(await request<Made>('POST', `/manage/v1/organizations/${slug}/keys`, body));
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
  };
  if (made !== undefined) return <MadeKey made={made} onClose={onClose} />;
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form submit={make} label="Create key" beside={<Button onClick={onClose}>Cancel</Button>}>
        <div>
          <Choice label="Kind" value={kind} options={kinds} onChoose={setKind} />
        </div>
        <TextField label="Name" name="name" required maxLength={100} placeholder="Docs site" />
        <Select label="Expires" name="days" defaultValue="90">
          <option value="7">in 7 days</option>
          <option value="30">in 30 days</option>
          <option value="60">in 60 days</option>
          <option value="90">in 90 days</option>
          <option value="">never</option>
        </Select>
        {kind === 'admin' ? (
          <Select label="May" name="scopes" defaultValue="write">
            <option value="read">read only</option>
            <option value="write">read and change</option>
          </Select>
        ) : (
          <>
            <TextArea
              label="Allowed origins"
              name="origins"
              rows={2}
              placeholder="https://docs.example.com"
              hint="Optional, one per line. Browsers elsewhere are refused."
            />
            <Switch
              label="Opens previews"
              name="previews"
              hint="For trying out branches before they are public. Don’t put this key on public pages."
            />
          </>
        )}
        <TextArea
          label="Allowed IP addresses"
          name="ips"
          rows={2}
          placeholder="203.0.113.0/24"
          hint="Optional, addresses or CIDR ranges, one per line."
        />
        <p className="text-xs text-faint">
          Only the origins can be changed later, and a budget set. Ten keys can be made in an hour.
        </p>
      </Form>
    </Dialog>
  );
}

function MadeKey({ made, onClose }: { made: Made; onClose(): void }) {
  return (
    <Dialog title="Key created" onClose={onClose}>
      <div className="grid gap-4 text-sm">
        <p>Copy it now: it is shown only this once.</p>
        <CopyValue value={made.secret} label="the key" />
        {made.kind === 'admin' ? (
          <Note tone="warn">This key is secret. Keep it out of pages, repositories and logs.</Note>
        ) : made.previews ? (
          <Note tone="warn">This key opens the project’s previews. Keep it off public pages.</Note>
        ) : (
          <Note tone="accent">
            This key is public. It may stand in a page; limit it to that page’s origin.
          </Note>
        )}
        <Button kind="primary" className="justify-self-end" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
