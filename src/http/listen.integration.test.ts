import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { closeServer, listen } from './listen.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

const greeting = () => createServer((_, response) => void response.end('here'));

describe('listening', { skip: !hasIpv6 && 'needs IPv6' }, () => {
  test('on localhost answers at both loopback addresses, until it is closed', async () => {
    const server = greeting();
    const url = new URL(await listen(server, { port: 0, host: 'localhost' }));
    assert.equal(url.hostname, 'localhost');
    const urls = ['127.0.0.1', '[::1]'].map((host) => `http://${host}:${url.port}`);
    for (const one of urls) assert.equal(await (await fetch(one)).text(), 'here', one);
    await closeServer(server, 0);
    for (const one of urls) await assert.rejects(fetch(one), one);
  });

  test('on localhost names the address that is its own where another program has the port on ::1', async () => {
    const other = createNetServer();
    await new Promise<void>((resolve) => void other.listen(0, '::1', resolve));
    const { port } = other.address() as { port: number };
    const server = greeting();
    const url = await listen(server, { port, host: 'localhost' });
    assert.equal(url, `http://127.0.0.1:${port}`);
    await closeServer(server, 0);
    other.close();
  });

  test('waits for the answers that are on their way at either address', async () => {
    const asked = Promise.withResolvers<() => void>();
    const server = createServer((_, response) => asked.resolve(() => response.end('late')));
    const { port } = new URL(await listen(server, { port: 0, host: 'localhost' }));
    const answer = fetch(`http://[::1]:${port}`).then((response) => response.text());
    const finish = await asked.promise;
    const closed = closeServer(server, 60_000);
    finish();
    assert.equal(await answer, 'late');
    await closed;
  });

  test('on an IPv6 address gives it in brackets', async () => {
    const server = greeting();
    const url = await listen(server, { port: 0, host: '::1' });
    assert.match(url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal(await (await fetch(url)).text(), 'here');
    await closeServer(server, 0);
  });
});
