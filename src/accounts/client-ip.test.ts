import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup, clientIp } from './client-ip.ts';

const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48'];

test('X-Forwarded-For is ignored unless the peer is a trusted proxy', () => {
  assert.equal(clientIp('203.0.113.9', '1.1.1.1', []), '203.0.113.9');
  assert.equal(clientIp('203.0.113.9', '1.1.1.1', proxies), '203.0.113.9');
  assert.equal(clientIp('10.0.0.1', '1.1.1.1', proxies), '1.1.1.1');
});

test('X-Forwarded-For is walked from the right, past trusted proxies only', () => {
  assert.equal(clientIp('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.2.2.2', proxies), '198.51.100.7');
  assert.equal(clientIp('10.0.0.1', ['6.6.6.6', '198.51.100.7, 10.2.2.2'], proxies), '198.51.100.7');
  assert.equal(clientIp('2001:db8:ffff::1', '2001:db8::5', proxies), '2001:db8::5');
});

test('a hop that is not an address ends the walk at the last proxy', () => {
  for (const hop of ['unknown', '', '_hidden', '1.2.3', '1.1.1.1, <script>']) {
    assert.equal(clientIp('10.0.0.1', hop, proxies), '10.0.0.1', hop);
  }
  assert.equal(clientIp('10.0.0.1', undefined, proxies), '10.0.0.1');
  assert.equal(clientIp('10.0.0.1', '10.0.0.2', proxies), '10.0.0.2');
});

test('a port beside the address is left out', () => {
  assert.equal(clientIp('10.0.0.1', '198.51.100.7:4711', proxies), '198.51.100.7');
  assert.equal(clientIp('10.0.0.1', '[2001:db8::5]:4711', proxies), '2001:db8::5');
});

test('an IPv4 peer of a dual-stack socket is IPv4', () => {
  assert.equal(clientIp('::ffff:10.0.0.1', '198.51.100.7', proxies), '198.51.100.7');
  assert.equal(clientIp('::ffff:198.51.100.7', undefined, proxies), '198.51.100.7');
  assert.equal(clientIp(undefined, '1.1.1.1', proxies), '0.0.0.0');
});

test('IPv6 addresses are counted by their /64', () => {
  assert.equal(addressGroup('2001:db8:1:2:aaaa::1'), addressGroup('2001:db8:1:2:bbbb::2'));
  assert.notEqual(addressGroup('2001:db8:1:2::1'), addressGroup('2001:db8:1:3::1'));
  assert.equal(addressGroup('198.51.100.7'), '198.51.100.7');
});
