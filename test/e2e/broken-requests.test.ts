import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Answer, assertRefused } from '../helpers/error-body.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** What Node or the router would refuse with an empty body. */
const broken = [
  { what: 'without Host', head: ['GET /healthz HTTP/1.1'], status: 400 },
  { what: 'with a Host that is none', head: ['GET /healthz HTTP/1.1', 'Host: a b'], status: 400 },
  { what: 'for no path', head: ['OPTIONS * HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'for an address that is none', head: ['GET http:// HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'with a backslash in its path', head: ['GET /\\evil HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'of an unknown method', head: ['BREW /healthz HTTP/1.1', 'Host: x'], status: 400 },
  {
    what: 'with headers of 20 KB',
    head: ['GET /healthz HTTP/1.1', 'Host: x', `Cookie: ${'x'.repeat(20_000)}`],
    status: 431,
  },
];

describe('a request', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  async function send(...head: string[]): Promise<Answer> {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const [first = '', ...lines] = top.split('\r\n');
    const fields = lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/: (.*)/);
      return [name, value];
    });
    return { status: Number(first.split(' ')[1]), headers: new Headers(fields), text: body };
  }

  for (const { what, head, status } of broken) {
    test(`${what} is refused with the one body of every error`, async () => {
      assertRefused(await send(...head), status, 'invalid_request');
    });
  }

  test('of HTTP/1.0, as load balancers check health, needs no Host', async () => {
    assert.equal((await send('GET /healthz HTTP/1.0')).status, 200);
  });

  test('that expects what nobody knows is answered', async () => {
    const answer = await send('GET /healthz HTTP/1.1', 'Host: x', 'Expect: the-unexpected');
    assert.equal(answer.status, 200);
  });
});
