import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocentError } from '../errors.ts';
import { createStreamCaps } from './stream-caps.ts';

const refused = (error: unknown) => error instanceof DocentError && error.code === 'rate_limited';

test('an address has so many streams at once, and another when one has ended', () => {
  const caps = createStreamCaps({ perIp: 2, perOrganization: 100 });
  const by = { clientIp: '203.0.113.9', organizationId: 'org_1' };
  const first = caps.open(by);
  caps.open(by);
  assert.throws(() => caps.open(by), refused);
  caps.open({ ...by, clientIp: '203.0.113.10' });
  first[Symbol.dispose]();
  caps.open(by);
  assert.throws(() => caps.open(by), refused);
});

test('the addresses of one IPv6 user are one', () => {
  const caps = createStreamCaps({ perIp: 1, perOrganization: 100 });
  caps.open({ clientIp: '2a00:1450:4001:81b::1', organizationId: 'org_1' });
  assert.throws(() => caps.open({ clientIp: '2a00:1450:4001:81b::2', organizationId: 'org_1' }), refused);
});

test('addresses that are not on the internet count for their organization only', () => {
  const caps = createStreamCaps({ perIp: 1, perOrganization: 3 });
  for (const clientIp of ['127.0.0.1', '127.0.0.1', '10.0.0.7'])
    caps.open({ clientIp, organizationId: 'org_1' });
  assert.throws(() => caps.open({ clientIp: '::1', organizationId: 'org_1' }), refused);
  caps.open({ clientIp: '::1', organizationId: 'org_2' });
});
