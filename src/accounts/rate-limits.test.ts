import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import type { Store } from '../store/store.ts';
import { type Consumer, consumeLimits, countArrival, countAtOnce, type LimitName } from './rate-limits.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const admission = { organization: { id: 'org_1', plan: {} }, project: { id: 'prj_1' } };
const consumer = {
  admission,
  clientIp: '203.0.113.9',
  account: 'ann@example.com',
  workspace: 'slack:T1',
  limits: {},
};

/** Counts as a valid request does. */
async function request(store: Store, name: LimitName, by: Consumer): Promise<Record<string, string>> {
  return consumeLimits(store, name, by, await countArrival(store, name, by));
}

test('the limits are those of the contract when nothing else is configured', async (t) => {
  const store = await openTestStore(t);
  const policies: Record<LimitName, string> = {
    assistant:
      '"assistantPerHour";q=10000;w=3600, "assistantShare";q=2000;w=3600, "assistantPerIpPerDay";q=10000;w=86400',
    search: '"searchPerHour";q=10000;w=3600, "searchPerIpPerHour";q=2000;w=3600',
    page: '"pagesPerIpPerHour";q=2000;w=3600',
    feedback: '"feedbackPerIpPerHour";q=300;w=3600',
    job: '"jobsPerHour";q=100;w=3600',
    deployment: '"deploymentsPer10Seconds";q=10;w=10',
    analytics: '"analyticsPerHour";q=100;w=3600',
    key: '"keysPerHour";q=10;w=3600',
    webhook: '"webhooksPerMinute";q=300;w=60',
    channel:
      '"assistantPerHour";q=10000;w=3600, "channelPersonPerHour";q=60;w=3600, "channelWorkspacePerHour";q=1000;w=3600',
    registration: '"registrationsPerIpPerHour";q=100;w=3600',
    'sign-in': '"signInsPerMinute";q=5;w=60',
    account: '"signInsPerAccountPerHour";q=20;w=3600, "signInsPerAccountAnywherePerHour";q=200;w=3600',
    'password-reset': '"passwordResetsPerAccountPerHour";q=3;w=3600',
  };
  for (const [name, policy] of Object.entries(policies)) {
    const headers = await request(store, name as LimitName, consumer);
    assert.equal(headers['ratelimit-policy'], policy);
  }
});

test('a limit of N admits exactly N and then answers 429 with Retry-After', async (t) => {
  const store = await openTestStore(t);
  const limited = { ...consumer, limits: { searchPerHour: 3 } };
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, () => consumeLimits(store, 'search', limited)),
  );
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 3);
  const refusal = await refusalOf(consumeLimits(store, 'search', limited));
  assert.equal(refusal.status, 429);
  assert.match(refusal.message, /^Too many requests\. Please try again in \d+ seconds\.$/);
  const retryAfter = Number(refusal.headers['retry-after']);
  assert.ok(retryAfter > 3500 && retryAfter <= 3600);
  assert.equal(refusal.headers['ratelimit-remaining'], '0');
});

test('counted in one statement, requests are admitted and refused as when they are counted one by one', async (t) => {
  const limits = { assistantPerHour: 3, assistantPerIpPerDay: 2 };
  const ways = [request, countAtOnce].map(async (count) => {
    const store = await openTestStore(t);
    const ask = (clientIp: string) =>
      count(store, 'assistant', { ...consumer, clientIp, limits }).then(
        (headers) => headers['ratelimit-remaining'],
        ({ code, headers }) => `${code} ${headers['ratelimit-remaining']} of ${headers['ratelimit-limit']}`,
      );
    const seen: string[] = [];
    for (const ip of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2', '10.0.0.2', '10.0.0.3'])
      seen.push((await ask(ip)) ?? '');
    return seen;
  });
  const [oneByOne, atOnce] = await Promise.all(ways);
  assert.deepEqual(atOnce, oneByOne);
  assert.ok(oneByOne!.some((outcome) => outcome.startsWith('rate_limited')));
});

test('an organization is limited per hour whatever its addresses, and an address per day whatever its organizations', async (t) => {
  const store = await openTestStore(t);
  const limits = { assistantPerHour: 2, assistantPerIpPerDay: 3 };
  const ask = (id: string, clientIp: string) =>
    request(store, 'assistant', { admission: { organization: { id, plan: {} } }, clientIp, limits });
  await ask('org_1', '10.0.0.1');
  await ask('org_1', '10.0.0.2');
  assert.equal(
    (await refusalOf(ask('org_1', '10.0.0.3'))).headers['ratelimit'],
    '"assistantPerHour";r=0;t=3600',
  );
  await ask('org_2', '10.0.0.1');
  await ask('org_3', '10.0.0.1');
  const refusal = await refusalOf(ask('org_4', '10.0.0.1'));
  assert.equal(refusal.headers['ratelimit-limit'], '3');
  assert.ok(Number(refusal.headers['retry-after']) > 86_000);
});

test('addresses of one IPv6 /64 are one address', async (t) => {
  const store = await openTestStore(t);
  const ask = (clientIp: string) =>
    request(store, 'assistant', { admission, clientIp, limits: { assistantPerIpPerDay: 1 } });
  await ask('2001:db8:1:2::1');
  assert.equal((await refusalOf(ask('2001:db8:1:2:ffff::2'))).code, 'rate_limited');
  await ask('2001:db8:1:3::1');
});

test('one address cannot use up the searches of an organization; one of a private network may be a proxy', async (t) => {
  const store = await openTestStore(t);
  const search = (clientIp: string) =>
    request(store, 'search', { admission, clientIp, limits: { searchPerHour: 4, searchPerIpPerHour: 2 } });
  await search('203.0.113.1');
  await search('203.0.113.1');
  const refusal = await refusalOf(search('203.0.113.1'));
  assert.equal(refusal.headers['ratelimit'], '"searchPerIpPerHour";r=0;t=3600');
  await search('10.0.0.1');
  await search('10.0.0.1');
  assert.equal((await refusalOf(search('10.0.0.1'))).headers['ratelimit-limit'], '4');
});

test('one address cannot use up the questions of an organization, and refused ones of it cost the others nothing', async (t) => {
  const store = await openTestStore(t);
  const ask = (clientIp: string, reader?: string, id = 'org_1') =>
    request(store, 'assistant', {
      admission: { organization: { id, plan: {} }, project: { id: 'prj_1' } },
      clientIp,
      reader,
      limits: { assistantPerHour: 5, assistantShare: 40 },
    });
  await ask('203.0.113.1');
  await ask('203.0.113.1');
  for (let again = 0; again < 3; again++) {
    const { status, headers } = await refusalOf(ask('203.0.113.1'));
    assert.equal(status, 429);
    assert.equal(headers['ratelimit'], '"assistantShare";r=0;t=3600');
  }
  await ask('203.0.113.1', undefined, 'org_2');
  await ask('203.0.113.1', 'ann');
  await ask('203.0.113.2');
  await ask('10.0.0.1');
  assert.equal((await refusalOf(ask('10.0.0.1'))).headers['ratelimit'], '"assistantPerHour";r=0;t=3600');
});

test('jobs are limited per project', async (t) => {
  const store = await openTestStore(t);
  const start = (id: string) =>
    consumeLimits(store, 'job', { admission: { ...admission, project: { id } }, limits: { jobsPerHour: 1 } });
  await start('prj_1');
  assert.equal((await refusalOf(start('prj_1'))).code, 'rate_limited');
  await start('prj_2');
});

test("an organization's plan goes before the configuration", async (t) => {
  const store = await openTestStore(t);
  const organization = { id: 'org_1', plan: { limits: { searchPerHour: 7 } } };
  const headers = await consumeLimits(store, 'search', {
    admission: { organization },
    limits: { searchPerHour: 2 },
  });
  assert.equal(headers['ratelimit-limit'], '7');
});

test('the headers report the tightest limit, and of equals the one that lasts longest', () => {
  const hourly = { name: 'hourly', key: 'h', limit: 100, windowMs: 3_600_000, remaining: 5, resetMs: 1_200 };
  const daily = { name: 'daily', key: 'd', limit: 50, windowMs: 86_400_000, remaining: 5, resetMs: 9_000 };
  const expected = {
    'ratelimit-limit': '50',
    'ratelimit-remaining': '5',
    'ratelimit-reset': '9',
    'ratelimit-policy': '"hourly";q=100;w=3600, "daily";q=50;w=86400',
    ratelimit: '"daily";r=5;t=9',
  };
  assert.deepEqual(rateLimitHeaders(true, [hourly, daily]), expected);
  assert.deepEqual(rateLimitHeaders(false, [hourly, daily]), { ...expected, 'retry-after': '9' });
  assert.equal(rateLimitHeaders(true, [{ ...hourly, remaining: 4 }, daily])['ratelimit-limit'], '100');
  assert.equal(rateLimitHeaders(false, [{ ...hourly, resetMs: 0 }])['retry-after'], '1');
});

test('a stranger’s tries lock no person out, and those from many addresses come to an end', async (t) => {
  const store = await openTestStore(t);
  const sign = (clientIp: string) =>
    consumeLimits(store, 'account', { admission: {}, account: 'ada@example.com', clientIp, limits: {} });
  for (let nth = 0; nth < 20; nth++) await sign('198.51.100.7');
  assert.equal((await refusalOf(sign('198.51.100.7'))).status, 429);
  await sign('203.0.113.9');
  const others = Array.from({ length: 300 }, (_, nth) => sign(`192.0.2.${nth % 250}`));
  const admitted = (await Promise.allSettled(others)).filter(({ status }) => status === 'fulfilled');
  assert.equal(admitted.length, 200 - 21);
});
