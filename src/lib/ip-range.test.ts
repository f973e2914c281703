import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCatchAll, isInRange, isIpRange } from './ip-range.ts';

test('addresses and CIDR ranges of IPv4 and IPv6 are ranges', () => {
  for (const range of [
    '1.2.3.4',
    '10.0.0.0/8',
    '2001:db8::1',
    '2001:db8::/32',
    '::ffff:1.2.3.4',
    '::1/128',
  ]) {
    assert.equal(isIpRange(range), true, range);
  }
});

test('what programs read differently, or not at all, is not a range', () => {
  const not = ['', '1', '1.2.3', '0x7f.0.0.1', '010.0.0.1', '1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/', '1.2.3.4/8/8', '::/129', 'fe80::1%eth0', '::ffff:1.2.3.4/95', 'localhost', '*']; // prettier-ignore
  for (const range of not) assert.equal(isIpRange(range), false, range);
});

test('a range that holds every address is known as one, however it is written', () => {
  for (const range of ['0.0.0.0/0', '1.2.3.4/0', '::/0', '::1/0', '::ffff:0:0/96']) {
    assert.equal(isCatchAll(range), true, range);
  }
  for (const range of ['0.0.0.0/1', '0.0.0.0', '::', '::/1']) assert.equal(isCatchAll(range), false, range);
});

test('an address is in its own range and in no other, IPv4 mapped into IPv6 too', () => {
  assert.equal(isInRange('10.9.8.7', '10.0.0.0/8'), true);
  assert.equal(isInRange('::ffff:10.9.8.7', '10.0.0.0/8'), true);
  assert.equal(isInRange('10.9.8.7', '::ffff:10.0.0.0/104'), true);
  assert.equal(isInRange('11.0.0.1', '10.0.0.0/8'), false);
  assert.equal(isInRange('2001:db8:0::9', '2001:db8::/48'), true);
  assert.equal(isInRange('2001:db9::9', '2001:db8::/48'), false);
  assert.equal(isInRange('10.0.0.1', '::/1'), false);
  assert.equal(isInRange('nonsense', '10.0.0.0/8'), false);
  assert.equal(isInRange('10.0.0.1', 'nonsense'), false);
});
