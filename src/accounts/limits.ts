import { DocentError } from '../errors.ts';
import { consume, type Limit } from '../store/counters.ts';
import type { Organization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import { addressGroup } from './client-ip.ts';
import { rateLimitHeaders, type NamedLimitState } from './rate-limit-headers.ts';

const second = 1000;
const minute = 60 * second;
const hour = 3600 * second;
const day = 24 * hour;

/** How many, unless the configuration or the organization's plan says otherwise. */
const defaultLimits = {
  assistantPerHour: 10_000,
  assistantPerIpPerDay: 10_000,
  searchPerHour: 10_000,
  jobsPerHour: 100,
  deploymentsPer10Seconds: 10,
  analyticsPerHour: 100,
  keysPerHour: 10,
  signInsPerMinute: 5,
  webhooksPerMinute: 300,
};

/** Limits that differ from the defaults. */
export type LimitSettings = Partial<typeof defaultLimits>;

type Rule = { limit: keyof typeof defaultLimits; windowMs: number; per: 'organization' | 'project' | 'ip' };

/** What is limited, and by what. One request takes one of each of its rules, or of none. */
const rules = {
  assistant: [
    { limit: 'assistantPerHour', windowMs: hour, per: 'organization' },
    { limit: 'assistantPerIpPerDay', windowMs: day, per: 'ip' },
  ],
  search: [{ limit: 'searchPerHour', windowMs: hour, per: 'organization' }],
  job: [{ limit: 'jobsPerHour', windowMs: hour, per: 'project' }],
  deployment: [{ limit: 'deploymentsPer10Seconds', windowMs: 10 * second, per: 'organization' }],
  analytics: [{ limit: 'analyticsPerHour', windowMs: hour, per: 'organization' }],
  key: [{ limit: 'keysPerHour', windowMs: hour, per: 'organization' }],
  // By address: who signs is known only once the body is read.
  webhook: [{ limit: 'webhooksPerMinute', windowMs: minute, per: 'ip' }],
  'sign-in': [{ limit: 'signInsPerMinute', windowMs: minute, per: 'ip' }],
} satisfies Record<string, Rule[]>;

export type LimitName = keyof typeof rules;

/** Whose limits are used. */
export type Consumer = {
  admission: { organization?: Pick<Organization, 'id' | 'plan'>; project?: { id: string } };
  clientIp?: string;
  /** What the configuration says. An organization's plan says more. */
  limits: LimitSettings;
};

/**
 * Counts one request, exactly, across all processes. To be called when the request is known to be valid.
 * @returns the headers for the response: `ratelimit-limit`, `-remaining`, `-reset` (seconds), `-policy`, `ratelimit`
 * @throws DocentError `rate_limited`, with the same headers and `retry-after`
 */
export async function consumeLimits(
  store: Store,
  name: LimitName,
  consumer: Consumer,
): Promise<Record<string, string>> {
  const limits = rules[name].map((rule) => limitOf(rule, consumer));
  const { admitted, states } = await consume(store, limits);
  const named = states.map((state, index): NamedLimitState => ({
    ...state,
    name: rules[name][index]!.limit,
  }));
  const headers = rateLimitHeaders(admitted, named);
  if (admitted) return headers;
  const message = `Too many requests. Please try again in ${headers['retry-after']} seconds.`;
  throw new DocentError('rate_limited', message, { headers });
}

/** The limits that an organization shares among all its projects and keys, for showing how they stand. */
export function limitsOfOrganization(
  organization: Pick<Organization, 'id' | 'plan'>,
  limits: LimitSettings,
): (Limit & { name: string })[] {
  return (Object.values(rules) as Rule[][])
    .flat()
    .filter(({ per }) => per === 'organization')
    .map((rule) => ({ ...limitOf(rule, { admission: { organization }, limits }), name: rule.limit }));
}

/** The names of all limits. */
export const limitNames = Object.keys(defaultLimits) as (keyof typeof defaultLimits)[];

function limitOf(rule: Rule, { admission, clientIp, limits }: Consumer): Limit {
  const effective = { ...defaultLimits, ...limits, ...admission.organization?.plan.limits };
  const subject = {
    organization: admission.organization?.id,
    project: admission.project?.id,
    ip: clientIp === undefined ? undefined : addressGroup(clientIp),
  }[rule.per];
  if (subject === undefined) throw new Error(`The limit ${rule.limit} counts per ${rule.per}: give one.`);
  return { key: `${rule.limit}:${subject}`, limit: effective[rule.limit], windowMs: rule.windowMs };
}
