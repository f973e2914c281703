import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request, RequestError } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Select, Switch, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import { ExpansionCard } from './expansion-card.tsx';
import { FreshnessCard } from './freshness-card.tsx';
import { PullRequestsCard } from './pull-requests-card.tsx';
import { ReadersCard } from './readers-card.tsx';
import { SourcesCard } from './sources-card.tsx';

export function SettingsPage() {
  const organization = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const save = async (changes: object) => {
    setSaved(false);
    await request('PATCH', `/manage/v1/projects/${project.id}`, changes);
    await client.invalidateQueries({ queryKey: ['organization', organization.slug] });
    setSaved(true);
  };
  return (
    <Page title="Settings" about={may ? undefined : 'Only admins and owners can change these.'}>
      <div role="status">{saved && <Note tone="accent">Saved.</Note>}</div>
      {/* A change elsewhere on the page outdates the success message. */}
      <fieldset disabled={!may} className="contents" onChange={() => setSaved(false)}>
        <General save={save} />
        {project.preview === null && <SourcesCard save={save} />}
        {project.preview === null && <FreshnessCard save={save} />}
        {project.preview === null && <PullRequestsCard save={save} />}
        {project.preview === null && <ExpansionCard />}
        <Behaviour save={save} />
        {project.preview === null && <ReadersCard projectId={project.id} />}
      </fieldset>
      <DeleteProject />
    </Page>
  );
}

type Save = (changes: object) => Promise<void>;

function General({ save }: { save: Save }) {
  const { name, baseUrl, id, domain } = useProject();
  const submit = (fields: FormData) =>
    save({ name: textOf(fields, 'name'), baseUrl: textOf(fields, 'baseUrl') ?? null });
  return (
    <Card title="General">
      <Form submit={submit} label="Save">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid min-w-0 gap-1.5 text-sm">
            <span className="font-medium">Domain</span>
            <CopyValue value={domain} label="the domain" />
          </div>
          <div className="grid min-w-0 gap-1.5 text-sm">
            <span className="font-medium">Project id</span>
            <CopyValue value={id} label="the project id" />
          </div>
        </div>
        <TextField label="Name" name="name" defaultValue={name} required maxLength={100} />
        <TextField
          label="Address of the docs site"
          name="baseUrl"
          type="url"
          defaultValue={baseUrl ?? ''}
          placeholder="https://docs.example.com"
          hint="Citations link to it. Empty: links are root-relative."
        />
      </Form>
    </Card>
  );
}

function Behaviour({ save }: { save: Save }) {
  const { settings } = useProject();
  const submit = (fields: FormData) =>
    save({
      settings: {
        overages: fields.has('overages'),
        whenExhausted: fields.get('whenExhausted'),
        requireThreadKey: fields.has('requireThreadKey'),
      },
    });
  return (
    <Card title="Assistant">
      <Form submit={submit} label="Save">
        <Switch
          label="Go on when the credits are used up"
          name="overages"
          defaultChecked={settings.overages === true}
          hint="Answers above the plan are counted as overage."
        />
        <Select
          label="Otherwise, when the credits are used up"
          name="whenExhausted"
          defaultValue={String(settings.whenExhausted ?? 'refuse')}
        >
          <option value="refuse">refuse with an error</option>
          <option value="excerpts">answer with search results, without a model</option>
        </Select>
        <Switch
          label="Follow-up questions need the thread’s key"
          name="requireThreadKey"
          defaultChecked={settings.requireThreadKey === true}
          hint="Without it, the fp that started a thread can go on with it."
        />
      </Form>
    </Card>
  );
}

function DeleteProject() {
  const organization = useOrganization();
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  if (!useMay('owner')) return null;
  const remove = async () => {
    if (typed !== project.domain) throw new RequestError(400, { message: `Type ${project.domain} first.` });
    await request('DELETE', `/manage/v1/projects/${project.id}`);
    await navigate({ to: '/$org', params: { org: organization.slug } });
    await client.invalidateQueries();
  };
  return (
    <Card title="Delete this project">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">Its keys, conversations, gaps and indexes go too. The docs stay.</p>
        <ConfirmButton label="Delete the project" title={`Delete ${project.name}?`} action={remove}>
          <div className="grid gap-3">
            <p>This cannot be undone. Apps that use its keys stop working at once.</p>
            <TextField
              label={`Type ${project.domain} to confirm`}
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
