import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatNumber } from '../api/format.ts';
import { request } from '../api/request.ts';
import type { Plan } from '../../../../src/protocol/manage/plan-schema.ts';
import { Meter } from '../charts/meter.tsx';
import { useOrganization, useSession } from '../layout/where.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { CreditsNote } from './credits-note.tsx';
import { OveragesCard } from './overages-card.tsx';

export function PlanPage() {
  const organization = useOrganization();
  const { data: plan } = useSuspenseQuery(organization.queries.plan);
  const mayChange = useSession().user?.operator === true;
  const [changing, setChanging] = useState(false);
  return (
    <Page
      title="Credits and limits"
      about="Each answer uses one credit. Searches and failed answers are free."
      actions={mayChange && <Button onClick={() => setChanging(true)}>Change the credits</Button>}
    >
      <CreditsCard credits={plan.credits} />
      <OveragesCard />
      <Card title="Limits">
        <ul className="grid gap-5">
          {plan.limits.map((limit) => (
            <li key={limit.name} className="grid gap-1.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
                <span className="font-medium">{nameOf(limit.name)}</span>
                <span className="text-soft tabular-nums">
                  {formatNumber(limit.used)} of {formatNumber(limit.limit)} in{' '}
                  {describeWindow(limit.windowMs)}
                </span>
              </div>
              <Meter value={limit.used} max={limit.limit} label={nameOf(limit.name)} />
            </li>
          ))}
        </ul>
      </Card>
      {changing && <ChangeCredits credits={plan.credits} onClose={() => setChanging(false)} />}
    </Page>
  );
}

function CreditsCard({ credits }: { credits: Plan['credits'] }) {
  const { perMonth, used, left, overage, resetsAt } = credits;
  return (
    <Card title="Credits this month">
      <div className="grid gap-4">
        <CreditsNote credits={credits} />
        <p className="text-3xl font-semibold tracking-tight tabular-nums">
          {left === null ? formatNumber(used) : formatNumber(left)}
          <span className="ml-2 text-sm font-normal tracking-normal text-soft">
            {perMonth === null ? 'used, without a limit' : `left of ${formatNumber(perMonth)}`}
          </span>
        </p>
        {perMonth !== null && <Meter value={used} max={perMonth} label="Credits used" />}
        <p className="text-sm text-soft">
          {overage > 0 && <>{formatNumber(overage)} used above the plan. </>}
          The count starts again on {formatDateTime(resetsAt)}.
        </p>
      </div>
    </Card>
  );
}

function ChangeCredits({ credits, onClose }: { credits: Plan['credits']; onClose(): void }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const submit = async (fields: FormData) => {
    const credits = textOf(fields, 'credits');
    await request('PATCH', `/manage/v1/organizations/${slug}/plan`, {
      creditsPerMonth: credits === undefined ? null : Number(credits),
    });
    await client.invalidateQueries({ queryKey: ['organization', slug, 'plan'] });
    onClose();
  };
  return (
    <Dialog title="Change the credits" onClose={onClose}>
      <Form submit={submit} label="Save" beside={<Button onClick={onClose}>Cancel</Button>}>
        <TextField
          label="Credits per month"
          name="credits"
          type="number"
          min={0}
          step={1}
          defaultValue={credits.perMonth ?? ''}
          hint="Empty: no limit."
        />
      </Form>
    </Dialog>
  );
}

const limitNames: Record<string, string> = {
  assistantPerHour: 'Questions',
  searchPerHour: 'Searches',
  searchPerIpPerHour: 'Searches from an address',
  jobsPerHour: 'Agent jobs',
  deploymentsPer10Seconds: 'Deployments',
  analyticsPerHour: 'Analytics requests',
  keysPerHour: 'New keys',
};

const nameOf = (limit: string) => limitNames[limit] ?? limit;

function describeWindow(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} seconds`;
  if (ms < 3_600_000) return `${ms / 60_000} minutes`;
  return ms === 3_600_000 ? 'an hour' : ms === 86_400_000 ? 'a day' : `${ms / 3_600_000} hours`;
}
