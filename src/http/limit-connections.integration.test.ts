import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../test/helpers/eventually.ts';
import { answerBrokenRequests } from './broken-request.ts';
import { limitConnections } from './limit-connections.ts';
import { closeServer, listen } from './listen.ts';

const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server that may open eight files: six connections, three of an address. */
async function serve(
  t: TestContext,
  trustedProxies: string[] = [],
  host = '127.0.0.1',
): Promise<{ server: Server; port: number }> {
  const server = createServer((_, response) => void response.end('here'));
  answerBrokenRequests(server);
  limitConnections(server, { trustedProxies, streamCaps: { perIp: 10, perOrganization: 10 } }, 8);
  const url = await listen(server, { port: 0, host });
  t.after(() => closeServer(server, 0));
  return { server, port: Number(new URL(url).port) };
}

/** Opens a connection from an address of this machine. @returns its socket, and what came back so far */
function open(t: TestContext, port: number, localAddress = '127.0.0.1') {
  const socket: Socket = connect({
    port,
    host: localAddress.includes(':') ? localAddress : '127.0.0.1',
    localAddress,
    allowHalfOpen: true,
  });
  t.after(() => socket.destroy());
  const seen = { socket, text: '' };
  socket.on('error', () => {}).on('data', (bytes) => (seen.text += String(bytes)));
  socket.write(ask);
  return seen;
}

const answered = (one: { text: string }, pattern: RegExp) =>
  eventually(
    () => one.text,
    (text) => pattern.test(text),
  );

test('an address gets its share of the connections, and all together leave descriptors for files', async (t) => {
  const { port } = await serve(t);
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    const first = open(t, port, address);
    for (const one of [first, open(t, port, address), open(t, port, address)]) await answered(one, /200 OK/);
    if (address === '127.0.0.2') break;
    const refused = open(t, port, address);
    await answered(refused, /^HTTP\/1\.1 429 [^]*retry-after: 5[^]*"code":"rate_limited"/);
  }
  const late = open(t, port, '127.0.0.3');
  await answered(late, /^HTTP\/1\.1 503 [^]*retry-after: 5[^]*"code":"not_ready"/);
});

test('a connection that ends makes room for the next, and a proxy has room for all its clients', async (t) => {
  const { port } = await serve(t, ['127.0.0.1']);
  const six = Array.from({ length: 6 }, () => open(t, port));
  for (const one of six) await answered(one, /200 OK/);
  await answered(open(t, port), /503/);
  six[0]!.socket.destroy();
  await eventually(
    async () => {
      const next = open(t, port);
      await answered(next, /HTTP/);
      return next.text;
    },
    (text) => text.includes('200 OK'),
  );
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all!.some(({ address }) => address === '::1'),
);
test(
  'an IPv6 address has its share, too, unless it is a proxy',
  { skip: !hasIpv6 && 'no IPv6 here' },
  async (t) => {
    for (const [trusted, code] of [
      [[], 429],
      [['::1'], 200],
    ] as const) {
      const { port } = await serve(t, [...trusted], '::1');
      const three = Array.from({ length: 3 }, () => open(t, port, '::1'));
      for (const one of three) await answered(one, /200 OK/);
      await answered(open(t, port, '::1'), new RegExp(`^HTTP/1.1 ${code}`));
    }
  },
);

test('a sender that is refused and never closes its side loses its connection', async (t) => {
  const { server, port } = await serve(t);
  const seen = open(t, port);
  seen.socket.write('nonsense\r\n\r\n');
  const count = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)));
  await eventually(count, (open) => open === 1);
  await eventually(count, (open) => open === 0);
  assert.match(seen.text, /400 Bad Request/);
});
