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

/** Defaults; the configuration and an organization's plan may change them. */
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
  registrationsPerIpPerHour: 100,
  signInsPerMinute: 5,
  signInsPerAccountPerHour: 20,
  signInsPerAccountAnywherePerHour: 200,
  passwordResetsPerAccountPerHour: 3,
  webhooksPerMinute: 300,
  channelPersonPerHour: 60,
  channelWorkspacePerHour: 1_000,
};

/** Limits that differ from the defaults. */
export type LimitSettings = Partial<typeof defaultLimits>;

type Rule = {
  limit: keyof typeof defaultLimits;
  windowMs: number;
  /** `share`: an address within an organization; `account-share`: one that signs in to an account. */
  per: 'organization' | 'project' | 'ip' | 'account' | 'account-share' | 'share' | 'workspace';
  /** This limit is a percentage of that one. */
  percentOf?: keyof typeof defaultLimits;
  /** Addresses of private networks are not counted: they may be a proxy's. */
  internetOnly?: true;
};

/** What is limited, and per what. One request is counted by all rules of its name, or by none. */
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
  // The address is the channel's own: people and their workspaces are counted in its place.
  channel: [
    { limit: 'assistantPerHour', windowMs: hour, per: 'organization' },
    { limit: 'channelPersonPerHour', windowMs: hour, per: 'share' },
    { limit: 'channelWorkspacePerHour', windowMs: hour, per: 'workspace' },
  ],
  job: [{ limit: 'jobsPerHour', windowMs: hour, per: 'project' }],
  deployment: [{ limit: 'deploymentsPer10Seconds', windowMs: 10 * second, per: 'organization' }],
  analytics: [{ limit: 'analyticsPerHour', windowMs: hour, per: 'organization' }],
  key: [{ limit: 'keysPerHour', windowMs: hour, per: 'organization' }],
  // By address: the signer is known only after the body is read.
  webhook: [{ limit: 'webhooksPerMinute', windowMs: minute, per: 'ip' }],
  // Of programs that register themselves; one address may be that of a service with many users.
  registration: [{ limit: 'registrationsPerIpPerHour', windowMs: hour, per: 'ip', internetOnly: true }],
  'sign-in': [{ limit: 'signInsPerMinute', windowMs: minute, per: 'ip' }],
  // From one address, so that a stranger's tries do not lock the person out; many addresses together have few more.
  account: [
    { limit: 'signInsPerAccountPerHour', windowMs: hour, per: 'account-share' },
    { limit: 'signInsPerAccountAnywherePerHour', windowMs: hour, per: 'account' },
  ],
  // Of mails to one address.
  'password-reset': [{ limit: 'passwordResetsPerAccountPerHour', windowMs: hour, per: 'account' }],
} satisfies Record<string, Rule[]>;

/** Counts requests per address when their own rules do not. */
const anyRequest: Rule = {
  limit: 'requestsPerIpPerHour',
  windowMs: hour,
  per: 'ip',
  internetOnly: true,
};

export type LimitName = keyof typeof rules;

/** The owner of the limits that a request uses. */
export type Consumer = {
  admission: {
    organization?: Pick<Organization, 'id' | 'plan'>;
    project?: { id: string };
    /** The limits of the key itself. */
    key?: Pick<KeyRecord, 'id' | 'budget'>;
  };
  clientIp?: string;
  /** The subject of the reader token: counts in place of the address, which many readers may share. */
  reader?: string | undefined;
  /** A channel's workspace, server or repository. */
  workspace?: string;
  /** The e-mail address of a sign-in. */
  account?: string;
  /** The configured limits. An organization's plan overrides them. */
  limits: LimitSettings;
};

/**
 * Counts a request against the address that it came from, exactly, across all processes. Call it before reading the
 * body, so that refused and invalid requests count. Addresses have a default limit where `name` sets none.
 * @returns the state of those limits, for `consumeLimits`
 * @throws DocentError `rate_limited`, with the headers of `consumeLimits` and `retry-after`
 */
export async function countArrival(
  store: Store,
  name: LimitName | undefined,
  consumer: Consumer,
): Promise<NamedLimitState[]> {
  const { limits, shown } = limitsOfArrival(name, consumer);
  const states = await take(store, limits, []);
  return shown ? states : [];
}

/**
 * Counts a request against its organization, project or account, and its sender's share of that, exactly, across all
 * processes. Call it once the request is known to be valid.
 * @param arrived the result of `countArrival`
 * @returns the headers for the response: `ratelimit-limit`, `-remaining`, `-reset` (seconds), `-policy`, `ratelimit`
 * @throws DocentError `rate_limited`, with the same headers and `retry-after`
 */
export async function consumeLimits(
  store: Store,
  name: LimitName,
  consumer: Consumer,
  arrived: NamedLimitState[] = [],
): Promise<Record<string, string>> {
  const states = await take(store, limitsOfRequest(name, consumer), arrived);
  return states.length === 0 ? {} : rateLimitHeaders(true, states);
}

/**
 * `countArrival` and `consumeLimits` in one statement, for requests whose body was read before they were counted:
 * nearly all. The outcome is the same; only a refused request takes two statements.
 * @returns and throws as `consumeLimits`
 */
export async function countAtOnce(
  store: Store,
  name: LimitName,
  consumer: Consumer,
): Promise<Record<string, string>> {
  const arrival = limitsOfArrival(name, consumer);
  const own = limitsOfRequest(name, consumer);
  const { admitted, states } = await consume(store, [...own, ...arrival.limits]);
  if (!admitted) return consumeLimits(store, name, consumer, await countArrival(store, name, consumer));
  const shown = [...own, ...(arrival.shown ? arrival.limits : [])];
  const named = shown.map((limit, nth) => ({ ...states[nth]!, name: limit.name }));
  return named.length === 0 ? {} : rateLimitHeaders(true, named);
}

/** `shown`: whether the response reports them; the default limit is reported only once it is used up. */
function limitsOfArrival(
  name: LimitName | undefined,
  consumer: Consumer,
): { limits: NamedLimit[]; shown: boolean } {
  const own = name === undefined ? [] : (rules[name] as Rule[]).filter(({ per }) => per === 'ip');
  const shown = own.length > 0;
  return { limits: limitsOf(applied(shown ? own : [anyRequest], consumer), consumer), shown };
}

function limitsOfRequest(name: LimitName, consumer: Consumer): NamedLimit[] {
  const { key } = consumer.admission;
  const budget = name === 'assistant' && key !== undefined ? budgetLimits(key, consumer) : [];
  const others = (rules[name] as Rule[]).filter(({ per }) => per !== 'ip');
  return [...limitsOf(applied(others, consumer), consumer), ...budget];
}

type NamedLimit = Limit & { name: string };

function limitsOf(wanted: Rule[], consumer: Consumer): NamedLimit[] {
  return wanted.map((rule) => ({ ...limitOf(rule, consumer), name: rule.limit }));
}

/** @returns `earlier` and the state of each limit, after taking one use of it */
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

/** The rules that apply to the sender of the request. */
function applied(wanted: Rule[], { clientIp, reader }: Consumer): Rule[] {
  const isOwn = reader === undefined && clientIp !== undefined && isOwnNetwork(clientIp);
  return wanted.filter(({ internetOnly }) => !(internetOnly && isOwn));
}

/** The limits that all projects and keys of an organization share, to show their state. */
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

function limitOf(rule: Rule, { admission, clientIp, reader, workspace, account, limits }: Consumer): Limit {
  const effective = { ...defaultLimits, ...limits, ...admission.organization?.plan.limits };
  const organization = admission.organization?.id;
  const ip = reader === undefined ? clientIp && addressGroup(clientIp) : readerKey(admission, reader);
  const subject = {
    organization,
    project: admission.project?.id,
    // Hashed, so that the table of counters does not list addresses.
    account: account && hashSecret(account),
    'account-share': account && ip && hashSecret(`${account} ${ip}`),
    ip,
    share: organization && ip && `${organization}:${ip}`,
    workspace: workspace && hashSecret(`${admission.project?.id ?? ''}:${workspace}`),
  }[rule.per];
  if (subject === undefined) throw new Error(`The limit ${rule.limit} counts per ${rule.per}: give one.`);
  const max = effective[rule.limit];
  const limit = rule.percentOf === undefined ? max : Math.ceil((effective[rule.percentOf] * max) / 100);
  return { key: `${rule.limit}:${subject}`, limit, windowMs: rule.windowMs };
}
