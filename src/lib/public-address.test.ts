import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocentError } from '../errors.ts';
import { isPublicAddress, publicAddresses } from './public-address.ts';

test('Only addresses of the public internet count as public', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    '2001:db8::1',
    '::7f00:1',
    '1::1',
    '4000::1',
    '168.63.129.16',
    'no address',
  ])
    assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    assert.equal(isPublicAddress(address), true, address);
});

test('A host that leads to this machine is refused unless the operator names it or its range', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '0x7f.1'])
    await assert.rejects(publicAddresses(host, []), DocentError, host);
  assert.ok((await publicAddresses('LOCALHOST', ['localhost'])).length > 0);
  assert.deepEqual(await publicAddresses('127.0.0.1', ['127.0.0.0/8']), [
    { address: '127.0.0.1', family: 4 },
  ]);
  await assert.rejects(publicAddresses('127.0.0.1', ['10.0.0.0/8']), DocentError);
});
