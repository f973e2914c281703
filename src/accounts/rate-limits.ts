import { DocentError } from '../errors.ts';
import { hashSecret } from '../lib/secrets.ts';
import { consume } from '../store/counters.ts';
import type { Limit } from '../store/limit.ts';
import { budgetLimits } from './key-budget.ts';
import type { KeyRecord } from '../store/keys.ts';
import type { Organization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import { addressGroup } from './client-ip.ts';
import { isOwnNetwork } from '../lib/ip-range.ts';
import { rateLimitHeaders, type NamedLimitState } from './rate-limit-headers.ts';

const second = 1000;
const minute = 60 * second;
const hour = 3600 * second;
const day = 24 * hour;

/** How many, unless the configuration or the organization's plan says otherwise. */
const defaultLimits = {
  assistantPerHour: 10_000,
  assistantShare: 20,
  assistantPerIpPerDay: 10_000,
  searchPerHour: 10_000,
  searchPerIpPerHour: 2_000,
  pagesPerIpPerHour: 2_000,
  feedbackPerIpPerHour: 300,
  requestsPerIpPerHour: 20_000,
  jobsPerHour: 100,
  deploymentsPer10Seconds: 10,
  analyticsPerHour: 100,
  keysPerHour: 10,
  signInsPerMinute: 5,
  signInsPerAccountPerHour: 20,
  webhooksPerMinute: 300,
};

/** Limits that differ from the defaults. */
export type LimitSettings = Partial<typeof defaultLimits>;

type Rule = {
  limit: keyof typeof defaultLimits;
  windowMs: number;
  /** `share`: an address within an organization. */
  per: 'organization' | 'project' | 'ip' | 'account' | 'share';
  /** The limit is a percentage of this one. */
  percentOf?: keyof typeof defaultLimits;
  /** Addresses of private networks are not counted: a proxy may stand behind one. */
  internetOnly?: true;
};

/** What is limited, and by what. One request takes one of each of its rules, or of none. */
const rules = {
  assistant: [
    { limit: 'assistantPerHour', windowMs: hour, per: 'organization' },
    {
      limit: 'assistantShare',
      percentOf: 'assistantPerHour',
      windowMs: hour,
      per: 'share',
      internetOnly: true,
    },
    { limit: 'assistantPerIpPerDay', windowMs: day, per: 'ip' },
  ],
  search: [
    { limit: 'searchPerHour', windowMs: hour, per: 'organization' },
    { limit: 'searchPerIpPerHour', windowMs: hour, per: 'ip', internetOnly: true },
  ],
  page: [{ limit: 'pagesPerIpPerHour', windowMs: hour, per: 'ip', internetOnly: true }],
  feedback: [{ limit: 'feedbackPerIpPerHour', windowMs: hour, per: 'ip', internetOnly: true }],
  job: [{ limit: 'jobsPerHour', windowMs: hour, per: 'project' }],
  deployment: [{ limit: 'deploymentsPer10Seconds', windowMs: 10 * second, per: 'organization' }],
  analytics: [{ limit: 'analyticsPerHour', windowMs: hour, per: 'organization' }],
  key: [{ limit: 'keysPerHour', windowMs: hour, per: 'organization' }],
  // By address: who signs is known only once the body is read.
  webhook: [{ limit: 'webhooksPerMinute', windowMs: minute, per: 'ip' }],
  'sign-in': [{ limit: 'signInsPerMinute', windowMs: minute, per: 'ip' }],
  account: [{ limit: 'signInsPerAccountPerHour', windowMs: hour, per: 'account' }],
} satisfies Record<string, Rule[]>;

/** Counts every request that no rule of its own counts by its address. */
const anyRequest: Rule = {
  limit: 'requestsPerIpPerHour',
  windowMs: hour,
  per: 'ip',
  internetOnly: true,
};

export type LimitName = keyof typeof rules;

/** Whose limits are used. */
export type Consumer = {
  admission: {
    organization?: Pick<Organization, 'id' | 'plan'>;
    project?: { id: string };
    /** Of the key that is used: what it may have of its own. */
    key?: Pick<KeyRecord, 'id' | 'budget'>;
  };
  clientIp?: string;
  /** Who a reader token is of: counts in place of the address, behind which many may be. */
  reader?: string | undefined;
  /** The e-mail address that somebody signs in with. */
  account?: string;
  /** What the configuration says. An organization's plan says more. */
  limits: LimitSettings;
};

/**
 * Counts a request against the address that it came from, exactly, across all processes. To be called before its body
 * is read, so that what is refused or not valid counts, too. Each address has a limit for what `name` has none for.
 * @returns how those limits stand, for `consumeLimits`
 * @throws DocentError `rate_limited`, with the headers of `consumeLimits` and `retry-after`
 */
export async function countArrival(
  store: Store,
  name: LimitName | undefined,
  consumer: Consumer,
): Promise<NamedLimitState[]> {
  const own = name === undefined ? [] : (rules[name] as Rule[]).filter(({ per }) => per === 'ip');
  if (own.length > 0) return take(store, limitsOf(applied(own, consumer), consumer), []);
  // Nothing that a client has to know of before it is used up.
  await take(store, limitsOf(applied([anyRequest], consumer), consumer), []);
  return [];
}

/**
 * Counts a request against the organization, project or account that it is for, and its sender's share of that, exactly, across all processes. To be
 * called when it is known to be valid.
 * @param arrived what `countArrival` gave
 * @returns the headers for the response: `ratelimit-limit`, `-remaining`, `-reset` (seconds), `-policy`, `ratelimit`
 * @throws DocentError `rate_limited`, with the same headers and `retry-after`
 */
export async function consumeLimits(
  store: Store,
  name: LimitName,
  consumer: Consumer,
  arrived: NamedLimitState[] = [],
): Promise<Record<string, string>> {
  const { key } = consumer.admission;
  const budget = name === 'assistant' && key !== undefined ? budgetLimits(key, consumer) : [];
  const others = (rules[name] as Rule[]).filter(({ per }) => per !== 'ip');
  const limits = [...limitsOf(applied(others, consumer), consumer), ...budget];
  const states = await take(store, limits, arrived);
  return states.length === 0 ? {} : rateLimitHeaders(true, states);
}

type NamedLimit = Limit & { name: string };

function limitsOf(wanted: Rule[], consumer: Consumer): NamedLimit[] {
  return wanted.map((rule) => ({ ...limitOf(rule, consumer), name: rule.limit }));
}

/** @returns `earlier` and the state of each limit, of which one use was taken */
async function take(
  store: Store,
  limits: NamedLimit[],
  earlier: NamedLimitState[],
): Promise<NamedLimitState[]> {
  const { admitted, states } = await consume(store, limits);
  const named = states.map((state, index) => ({ ...state, name: limits[index]!.name }));
  const all = [...named, ...earlier];
  if (admitted) return all;
  const headers = rateLimitHeaders(false, all);
  const message = `Too many requests. Please try again in ${headers['retry-after']} seconds.`;
  throw new DocentError('rate_limited', message, { headers });
}

function readerKey({ project }: Consumer['admission'], reader: string): string {
  return hashSecret(`${project?.id ?? ''}:${reader}`);
}

/** What of these rules counts for who sent the request. */
function applied(wanted: Rule[], { clientIp, reader }: Consumer): Rule[] {
  const isOwn = reader === undefined && clientIp !== undefined && isOwnNetwork(clientIp);
  return wanted.filter(({ internetOnly }) => !(internetOnly && isOwn));
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

function limitOf(rule: Rule, { admission, clientIp, reader, account, limits }: Consumer): Limit {
  const effective = { ...defaultLimits, ...limits, ...admission.organization?.plan.limits };
  const organization = admission.organization?.id;
  const ip = reader === undefined ? clientIp && addressGroup(clientIp) : readerKey(admission, reader);
  const subject = {
    organization,
    project: admission.project?.id,
    // Hashed: the table of counters is not a list of addresses.
    account: account && hashSecret(account),
    ip,
    share: organization && ip && `${organization}:${ip}`,
  }[rule.per];
  if (subject === undefined) throw new Error(`The limit ${rule.limit} counts per ${rule.per}: give one.`);
  const most = effective[rule.limit];
  const limit = rule.percentOf === undefined ? most : Math.ceil((effective[rule.percentOf] * most) / 100);
  return { key: `${rule.limit}:${subject}`, limit, windowMs: rule.windowMs };
}
