import { type PageRequest, type CountedPage, type TimeRange, newestFirst } from './paging.ts';
import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

type Row = PeopleTables['auditEntries'];

/** An action with its actor and target. */
export type AuditEntry = Omit<Row, 'target' | 'details'> & {
  target: { kind: string; id: string; name: string } | null;
  details: Record<string, unknown>;
};

type AuditFilter = TimeRange & {
  organizationId: string;
  action?: string | undefined;
  actor?: string | undefined;
  projectId?: string | undefined;
};

export async function addAuditEntry(store: Store, entry: AuditEntry): Promise<void> {
  await store.db
    .insertInto('auditEntries')
    .values({
      ...entry,
      target: entry.target && JSON.stringify(entry.target),
      details: JSON.stringify(entry.details),
    })
    .execute();
}

/** Entries, newest first. */
export async function listAuditEntries(
  store: Store,
  filter: AuditFilter,
  page: PageRequest,
): Promise<CountedPage<AuditEntry>> {
  const { organizationId, action, actor, projectId, from, to } = filter;
  const query = store.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(actor !== undefined, (query) => query.where('actorId', '=', actor!))
    .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId!))
    .$if(from !== undefined, (query) => query.where('createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('createdAt', '<', to!));
  return newestFirst(query, page, toEntry);
}

function toEntry(row: Row): AuditEntry {
  return { ...row, target: row.target && JSON.parse(row.target), details: JSON.parse(row.details) };
}
