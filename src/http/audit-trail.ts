import type { Admission, PersonAdmission } from '../accounts/admit.ts';
import { type AuditEvent, recordAuditEvent, withAudit } from '../accounts/audit-event.ts';
import type { Store } from '../store/store.ts';
import type { Call, Note, Route, Scope } from './route.ts';

type AuditTrail = Pick<Call<unknown>, 'note' | 'change'> & {
  /** Records a change that `change` did not, when the handler is done. */
  end(): Promise<void>;
};

/** The audit log entries of one request. */
export function createAuditTrail(
  store: Store,
  route: Pick<Route<never, Scope>, 'action' | 'key' | 'method' | 'path'>,
  admission: object,
  ip: string,
): AuditTrail {
  const action = route.action ?? `${route.method} ${route.path}`;
  const isLogged = route.key === 'none' || (route.key === 'admin' && route.method !== 'get');
  const notes: Note[] = [];
  const takeEvents = () => (isLogged ? auditEventsOf(action, admission, notes.splice(0), ip) : []);
  let isRecorded = !isLogged;
  return {
    note: (note) => void notes.push(note),
    async change(work) {
      const result = await withAudit(store, work, takeEvents);
      isRecorded = true;
      return result;
    },
    async end() {
      if (isRecorded) return;
      for (const event of takeEvents()) await recordAuditEvent(store, event);
    },
  };
}

/** Every change leaves an entry, with or without a note; changes outside an organization have no log. */
function auditEventsOf(
  action: string,
  admission: Partial<Admission & PersonAdmission>,
  notes: Note[],
  ip: string,
): AuditEvent[] {
  const known = {
    action,
    organizationId: admission.organization?.id,
    projectId: admission.project?.id ?? null,
    actor: admission.actor,
  };
  return (notes.length > 0 ? notes : [{}]).flatMap((note): AuditEvent[] => {
    const { organizationId, actor, ...event } = { ...known, ...note };
    return organizationId == null || actor === undefined ? [] : [{ ...event, organizationId, actor, ip }];
  });
}
