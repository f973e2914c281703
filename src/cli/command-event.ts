import { type AuditEvent, commandLine } from '../accounts/audit-event.ts';

type Identified = { id: string };

/** The audit event of a command, without the details of what it did. */
export function commandEvent(organization: Identified, action: string, project?: Identified): AuditEvent {
  return { organizationId: organization.id, projectId: project?.id ?? null, actor: commandLine, action };
}
