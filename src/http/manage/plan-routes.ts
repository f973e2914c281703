import { planSchema } from '../../protocol/manage/plan-schema.ts';
import { z } from '@hono/zod-openapi';
import { limitNames } from '../../accounts/rate-limits.ts';
import { updatePlan } from '../../store/organizations.ts';
import {
  changedPlan,
  type CreditState,
  readCreditState,
  readLimits,
} from '../../accounts/organization-plan.ts';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { checkGrants, grantedHosts, grantsOf, grantsOverages } from '../../accounts/grants.ts';
import { iso } from '../page-filter.ts';
import type { Deps } from '../deps.ts';
import { answerOf, bodyOf, route, withoutUndefined } from '../json-route.ts';

export function showCredits(credits: CreditState) {
  return { ...credits, resetsAt: iso(credits.resetsAt) };
}

async function show({ store, config }: Deps, organization: OrganizationAdmission['organization']) {
  const credits = await readCreditState(store, organization, config.answers.creditsPerMonth);
  const limits = await readLimits(store, organization, config.limits);
  return {
    ...grantsOf(organization, config),
    overages: grantsOverages(organization),
    privateHosts: grantedHosts(organization, config.sources.privateHosts),
    credits: showCredits(credits),
    limits: limits.map((limit) => ({ ...limit, resetsAt: iso(limit.resetsAt) })),
  };
}

const shared = { tag: 'Usage', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/plan';

const getRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'Get the plan with the state of its credits and limits',
  success: answerOf(planSchema, 'The plan.'),
  handle: ({ deps, admission }) => show(deps, admission.organization),
});

const maxAmount = 1_000_000_000;
const grants = z.array(z.string().min(1).max(2_000)).max(100);
const planChanges = z
  .object({
    creditsPerMonth: z.number().int().min(0).max(maxAmount).nullish(),
    overages: z
      .boolean()
      .nullish()
      .describe('Lets its projects answer beyond the credits; null: only the operator’s own organization.'),
    limits: z
      .partialRecord(z.enum(limitNames), z.number().int().min(0).max(maxAmount).nullable())
      .optional()
      .describe('Null restores the server’s default of a limit.'),
    folders: grants
      .optional()
      .describe('Folders of `DOCENT_FOLDERS`, or in one, that its projects may read.'),
    repositories: grants
      .optional()
      .describe('Address prefixes of `DOCENT_REPOSITORIES` that its projects may read.'),
    privateHosts: grants
      .optional()
      .describe('Hosts of `DOCENT_PRIVATE_HOSTS` that its projects may fetch docs and keys from.'),
  })
  .openapi('PlanChanges');

const changeRoute = route({
  ...shared,
  method: 'patch',
  path,
  summary: 'Change the plan',
  operator: true,
  body: bodyOf(planChanges),
  action: 'plan.update',
  success: answerOf(planSchema, 'The changed plan.'),
  async handle({ deps, admission: { organization }, body, note, change }) {
    const plan = changedPlan(organization.plan, withoutUndefined(body));
    checkGrants(plan, deps.config);
    const { id, name } = organization;
    note({ target: { kind: 'organization', id, name }, details: { before: organization.plan, after: plan } });
    await change((store) => updatePlan(store, organization.id, plan));
    return show(deps, { ...organization, plan });
  },
});

export const planRoutes = [getRoute, changeRoute];
