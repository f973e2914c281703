import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound, ScrollText, Server, User } from 'lucide-react';
import { formatDateTime } from '../api/format.ts';
import type { AuditEntry } from '../../../../src/protocol/manage/audit-entry-schema.ts';
import { useOrganization } from '../layout/where.ts';
import { CsvMenu } from '../ui/csv-link.tsx';
import { PagedList } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Period } from '../ui/period.tsx';
import { rangeOf } from '../ui/period-search.ts';
import { EmptyState } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';

export function AuditPage() {
  const organization = useOrganization();
  const time = useSearch({ from: '/signed-in/$org/-/audit' });
  const navigate = useNavigate({ from: '/$org/-/audit' });
  const query = rangeOf(time, 'any');
  return (
    <Page
      title="Audit log"
      about="Every change, who made it and from where."
      actions={
        <>
          <Period value={time} onChange={(search) => void navigate({ search })} />
          <CsvMenu lists={[{ path: `/manage/v1/organizations/${organization.slug}/audit`, query }]} />
        </>
      }
    >
      <PagedList
        query={organization.queries.audit(query)}
        unit={['entry', 'entries']}
        row={(entry) => <Entry key={entry.id} entry={entry} />}
        empty={
          <EmptyState icon={ScrollText} title="Nothing in this period">
            Changes of members, projects, keys and plans show up here.
          </EmptyState>
        }
      />
    </Page>
  );
}

const actorIcons = { user: User, key: KeyRound, system: Server };

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, action, target, details, ip, createdAt } = entry;
  const Icon = actorIcons[actor.kind] ?? Server;
  const changes = Object.entries(details);
  return (
    <li className="px-4 py-3 sm:px-5">
      <details>
        <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Icon size={15} aria-hidden className="shrink-0 text-faint" />
          <span dir="auto" className="font-medium">
            {actor.name}
          </span>
          <code className="rounded bg-hover px-1.5 py-0.5 font-mono text-xs">{action}</code>
          {target !== null && (
            <span dir="auto" className="min-w-0 flex-1 basis-40 truncate text-soft">
              {target.name}
            </span>
          )}
          <span className="ml-auto text-xs text-faint">
            <Ago at={createdAt} />
          </span>
        </summary>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 rounded-lg bg-hover p-3 text-xs">
          <Detail name="Time">{formatDateTime(createdAt)}</Detail>
          {ip !== null && <Detail name="From">{ip}</Detail>}
          {target !== null && <Detail name={target.kind}>{target.id}</Detail>}
          {changes.map(([name, value]) => (
            <Detail key={name} name={name}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Detail>
          ))}
        </dl>
      </details>
    </li>
  );
}

function Detail({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-mono break-words">{children}</dd>
    </>
  );
}
