import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorQueries } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { ServerOrganization } from '../../../../src/protocol/manage/organization-schema.ts';
import { Button } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Form, linesOf, textOf } from '../ui/form.tsx';
import { PagedList } from '../ui/list.tsx';

/** For operators: every organization of the server and its grants. */
export function GrantsCard() {
  return (
    <PagedList
      query={operatorQueries.organizations}
      title="Organizations of this server"
      unit={['organization', 'organizations']}
      action={<CsvMenu lists={[{ path: '/manage/v1/operator/organizations' }]} />}
      row={(organization) => <Row key={organization.id} organization={organization} />}
      empty={null}
    />
  );
}

function Row({ organization }: { organization: ServerOrganization }) {
  const [granting, setGranting] = useState(false);
  const { name, slug } = organization;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm sm:px-5">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-xs text-faint">{summaryOf(organization)}</span>
      </span>
      <Button onClick={() => setGranting(true)} aria-label={`Grants of ${name}`}>
        Grants
      </Button>
      {granting && <Grants key={slug} organization={organization} onClose={() => setGranting(false)} />}
    </li>
  );
}

const isOwn = ({ slug }: ServerOrganization) => slug === 'default';

function summaryOf(organization: ServerOrganization): string {
  if (isOwn(organization)) return 'yours: has everything that the configuration names';
  const { folders = [], repositories = [], privateHosts = [] } = organization.plan;
  const counted = [
    [folders, 'folder', 'folders'],
    [repositories, 'repository', 'repositories'],
    [privateHosts, 'private host', 'private hosts'],
  ] as const;
  const parts = counted
    .filter(([list]) => list.length > 0)
    .map(([{ length }, one, many]) => `${length} ${length === 1 ? one : many}`);
  return parts.length > 0 ? parts.join(', ') : 'nothing granted: public repositories and sites only';
}

function Grants({ organization, onClose }: { organization: ServerOrganization; onClose(): void }) {
  const { name, slug, plan } = organization;
  const client = useQueryClient();
  const save = async (fields: FormData) => {
    const credits = textOf(fields, 'credits');
    const lists = ['folders', 'repositories', 'privateHosts'];
    await request('PATCH', `/manage/v1/organizations/${slug}/plan`, {
      creditsPerMonth: credits === undefined ? null : Number(credits),
      ...(!isOwn(organization) && Object.fromEntries(lists.map((list) => [list, linesOf(fields, list)]))),
    });
    await client.invalidateQueries({ queryKey: operatorQueries.organizations.queryKey });
    await client.invalidateQueries({ queryKey: ['organization', slug, 'plan'] });
    onClose();
  };
  return (
    <Dialog title={`Grants of “${name}”`} onClose={onClose}>
      <Form submit={save} label="Save" beside={<Button onClick={onClose}>Cancel</Button>}>
        <TextField
          label="Credits per month"
          name="credits"
          type="number"
          min={0}
          step={1}
          defaultValue={plan.creditsPerMonth ?? ''}
          hint="Empty: the server’s setting."
        />
        {!isOwn(organization) && (
          <>
            <TextArea
              label="Folders"
              name="folders"
              rows={2}
              defaultValue={plan.folders?.join('\n')}
              hint="Of DOCENT_FOLDERS, or inside one. One per line."
            />
            <TextArea
              label="Repositories"
              name="repositories"
              rows={2}
              defaultValue={plan.repositories?.join('\n')}
              hint="URL prefixes from DOCENT_REPOSITORIES, read with this server’s credentials."
            />
            <TextArea
              label="Private hosts"
              name="privateHosts"
              rows={2}
              defaultValue={plan.privateHosts?.join('\n')}
              hint="Of DOCENT_PRIVATE_HOSTS: sites and key sets that are not on the public internet."
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
