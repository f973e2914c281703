import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocentError } from '../errors.ts';
import { createStreamCaps } from './stream-caps.ts';

const someone = { organizationId: 'org_1', projectId: 'prj_1', reader: null };
const refused = (error: unknown) => error instanceof DocentError && error.code === 'rate_limited';

test('an address has so many streams at once, and another when one has ended', () => {
  const caps = createStreamCaps({ perIp: 2, perOrganization: 100 });
  const by = { ...someone, clientIp: '203.0.113.9' };
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
  caps.open({ ...someone, clientIp: '2a00:1450:4001:81b::1' });
  assert.throws(() => caps.open({ ...someone, clientIp: '2a00:1450:4001:81b::2' }), refused);
});

test('addresses that are not on the internet count for their organization only', () => {
  const caps = createStreamCaps({ perIp: 1, perOrganization: 3 });
  for (const clientIp of ['127.0.0.1', '127.0.0.1', '10.0.0.7']) caps.open({ ...someone, clientIp });
  assert.throws(() => caps.open({ ...someone, clientIp: '::1' }), refused);
  caps.open({ ...someone, clientIp: '::1', organizationId: 'org_2' });
});

test('a reader whom the site vouches for counts in place of the address, wherever they are', () => {
  const caps = createStreamCaps({ perIp: 1, perOrganization: 100 });
  const ann = { ...someone, reader: 'ann' };
  caps.open({ ...ann, clientIp: '203.0.113.9' });
  for (const clientIp of ['203.0.113.9', '203.0.113.10', '10.0.0.7'])
    assert.throws(() => caps.open({ ...ann, clientIp }), refused);
  caps.open({ ...someone, reader: 'bob', clientIp: '203.0.113.9' });
  caps.open({ ...ann, projectId: 'prj_2', clientIp: '203.0.113.9' });
});
