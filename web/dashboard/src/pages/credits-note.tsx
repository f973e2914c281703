import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../api/format.ts';
import type { Credits } from '../../../../src/protocol/manage/plan-schema.ts';
import { useOrganization } from '../layout/where.ts';
import { Note } from '../ui/states.tsx';

/** A note once half, most or all of the month's credits are used. */
export function CreditsNote({ credits, link = false }: { credits: Credits; link?: boolean }) {
  const { slug: org } = useOrganization();
  const { left, alert, resetsAt } = credits;
  if (alert === null && left !== 0) return null;
  const details = link && (
    <>
      {' '}
      <Link to="/$org/-/plan" params={{ org }} className="underline underline-offset-2">
        Credits and limits
      </Link>
    </>
  );
  if (left === 0) {
    return (
      <Note tone="bad">
        The credits are used up. Projects with overages go on; the others answer as their settings say. They
        are counted anew on {formatDateTime(resetsAt)}.{details}
      </Note>
    );
  }
  return (
    <Note tone={alert === 50 ? 'accent' : 'warn'}>
      {alert === 50 ? 'Half' : `More than ${alert}%`} of this month’s credits are used.{details}
    </Note>
  );
}
