import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatAgo } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Key } from '../../../../../src/protocol/manage/key-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { PagedList, Td, Th } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { BoundsButton } from './bounds-button.tsx';

export function KeysPage() {
  const organization = useOrganization();
  const project = useProject();
  const mayMake = useMay('admin');
  const [making, setMaking] = useState(false);
  const make = mayMake && (
    <Button kind="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="Assistant keys are public and belong to one project. Admin keys are secret and belong to the organization."
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/organizations/${organization.slug}/keys` }]} />
          {make}
        </>
      }
    >
      <Card title="For the API">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <div className="grid min-w-0 gap-1 text-sm">
            <span className="text-soft">Project id, for the agent and deployments</span>
            <CopyValue value={project.id} label="the project id" />
          </div>
          <div className="grid min-w-0 gap-1 text-sm">
            <span className="text-soft">Domain, for the assistant and search</span>
            <CopyValue value={project.domain} label="the domain" />
          </div>
        </div>
      </Card>
      <PagedList
        query={organization.queries.keys()}
        unit={['key', 'keys']}
        head={
          <>
            <Th>Name</Th>
            <Th>Key</Th>
            <Th>Limits</Th>
            <Th>Expires</Th>
            <Th>Last used</Th>
            <Th end held>
              <span className="sr-only">Actions</span>
            </Th>
          </>
        }
        row={(key) => <KeyRow key={key.id} apiKey={key} projectId={project.id} />}
        empty={
          <EmptyState icon={KeyRound} title="No key yet" action={make}>
            A key lets an app ask this project’s assistant, or a script work with the organization.
          </EmptyState>
        }
      />
      {making && <NewKeyDialog projectId={project.id} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function KeyRow({ apiKey, projectId }: { apiKey: Key; projectId: string }) {
  const { name, kind, hint, status, lastUsedAt } = apiKey;
  const isElsewhere = apiKey.projectId !== null && apiKey.projectId !== projectId;
  return (
    <tr className={status === 'active' ? '' : 'text-faint'}>
      <Td>
        <span dir="auto" className="block max-w-56 truncate font-medium">
          {name}
        </span>
        <span className="text-xs text-faint">
          {kind === 'admin' ? 'Admin' : apiKey.previews ? 'Assistant, with previews' : 'Assistant'}
          {isElsewhere && ', another project'}
        </span>
      </Td>
      <Td>
        <code className="font-mono text-xs whitespace-nowrap">{hint}</code>
      </Td>
      <Td>
        <Limits apiKey={apiKey} />
      </Td>
      <Td>
        <Expiry apiKey={apiKey} />
      </Td>
      <Td>
        <Ago at={lastUsedAt} />
      </Td>
      <Td end held>
        {status === 'active' && (
          <span className="flex justify-end gap-2 max-sm:flex-col">
            {kind === 'assistant' && <BoundsButton apiKey={apiKey} />}
            <RevokeButton apiKey={apiKey} />
          </span>
        )}
      </Td>
    </tr>
  );
}

function Limits({ apiKey: { kind, scopes, ipAllowList, originAllowList } }: { apiKey: Key }) {
  const isReadOnly = kind === 'admin' && !scopes.includes('write');
  if (!isReadOnly && ipAllowList.length === 0 && originAllowList.length === 0)
    return <span className="text-faint">none</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {isReadOnly && <Badge>read only</Badge>}
      {ipAllowList.length > 0 && (
        <span title={ipAllowList.join('\n')}>
          <Badge>{ipAllowList.length} IP</Badge>
        </span>
      )}
      {originAllowList.length > 0 && (
        <span title={originAllowList.join('\n')}>
          <Badge>
            {originAllowList.length} origin{originAllowList.length > 1 && 's'}
          </Badge>
        </span>
      )}
    </span>
  );
}

const soonMs = 14 * 86_400_000;

function Expiry({ apiKey: { status, expiresAt } }: { apiKey: Key }) {
  if (status === 'revoked') return <Badge tone="bad">revoked</Badge>;
  if (status === 'expired') return <Badge tone="bad">expired</Badge>;
  if (expiresAt === null) return <span>never</span>;
  const isSoon = Date.parse(expiresAt) - Date.now() < soonMs;
  return isSoon ? <Badge tone="warn">{formatAgo(expiresAt)}</Badge> : <Ago at={expiresAt} />;
}

function RevokeButton({ apiKey }: { apiKey: Key }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const revoke = async () => {
    await request('DELETE', `/manage/v1/organizations/${slug}/keys/${apiKey.id}`);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
  };
  return (
    <ConfirmButton label="Revoke" title={`Revoke “${apiKey.name}”?`} action={revoke}>
      The next request with this key is refused. A revoked key cannot be brought back.
    </ConfirmButton>
  );
}
