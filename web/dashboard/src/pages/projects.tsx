import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { request, RequestError } from '../api/request.ts';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import type { Source } from '../../../../src/protocol/manage/source-schema.ts';
import { useMay, useOrganization } from '../layout/where.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Switch, TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { PagedList } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { SourceFields } from '../ui/source-fields.tsx';
import { sourceOf } from '../ui/source-of.ts';
import { EmptyState } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';

export function ProjectsPage() {
  const organization = useOrganization();
  const mayAdd = useMay('admin');
  const [adding, setAdding] = useState(false);
  const add = mayAdd && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden /> New project
    </Button>
  );
  return (
    <Page
      title="Projects"
      about="Each project is a set of docs with its own assistant."
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/organizations/${organization.slug}/projects` }]} />
          {add}
        </>
      }
    >
      <PagedList
        query={organization.queries.projects}
        unit={['project', 'projects']}
        row={(project) => <ProjectRow key={project.id} project={project} org={organization.slug} />}
        empty={
          <EmptyState icon={FolderOpen} title="No project yet" action={add}>
            A project is a set of docs with its own assistant, keys and settings.
          </EmptyState>
        }
      />
      {adding && <NewProject onClose={() => setAdding(false)} />}
    </Page>
  );
}

function nameOf(source: Source): string {
  if (source.kind === 'pushed') return 'what is pushed';
  if (source.kind === 'files') return source.folder;
  return source.kind === 'folder' ? source.path : source.url;
}

function ProjectRow({ project, org }: { project: Project; org: string }) {
  const { name, domain, sources, baseUrl, currentDeploymentId, createdAt } = project;
  return (
    <li>
      <Link
        to="/$org/$domain"
        params={{ org, domain }}
        className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1 basis-60">
          <span dir="auto" className="block font-medium wrap-anywhere">
            {name}
          </span>
          <span className="block truncate text-sm text-soft">
            {baseUrl ?? sources.map(nameOf).join(', ')}
          </span>
        </span>
        <code className="max-w-48 truncate font-mono text-xs text-faint">{domain}</code>
        {currentDeploymentId === null ? (
          <Badge tone="warn">no index yet</Badge>
        ) : (
          <Badge tone="good">ready</Badge>
        )}
        <span className="text-xs text-faint">
          made <Ago at={createdAt} />
        </span>
      </Link>
    </li>
  );
}

function NewProject({ onClose }: { onClose(): void }) {
  const organization = useOrganization();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAway, setAway] = useState(false);
  const submit = async (fields: FormData) => {
    const project = await request<Project>('POST', `/manage/v1/organizations/${organization.slug}/projects`, {
      name: textOf(fields, 'name'),
      domain: textOf(fields, 'domain'),
      baseUrl: textOf(fields, 'baseUrl'),
      sources: [sourceOf(fields, 'source')],
      evenIfUnreachable: fields.has('evenIfUnreachable'),
    }).catch((error: unknown) => {
      setAway(error instanceof RequestError && error.code === 'source_unreachable');
      throw error;
    });
    await client.invalidateQueries({ queryKey: ['organization', organization.slug] });
    await navigate({ to: '/$org/$domain', params: { org: organization.slug, domain: project.domain } });
  };
  return (
    <Dialog title="New project" onClose={onClose}>
      <Form submit={submit} label="Create project" beside={<Button onClick={onClose}>Cancel</Button>}>
        <TextField label="Name" name="name" required maxLength={100} />
        <SourceFields id="source" short />
        <TextField
          label="Address of the docs site"
          name="baseUrl"
          type="url"
          placeholder="https://docs.example.com"
          hint="Optional. Citations link to it."
        />
        <TextField
          label="Domain"
          name="domain"
          pattern="[a-z0-9]([a-z0-9\-]{0,61}[a-z0-9])?"
          placeholder="from the name"
          hint="Optional. Names the project in the API: lower-case letters, digits and inner hyphens."
        />
        {isAway && (
          <Switch
            label="Create it anyway"
            name="evenIfUnreachable"
            hint="If the repository is only temporarily down."
          />
        )}
      </Form>
    </Dialog>
  );
}
