import { createServer as createNodeServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import type { Deps } from './deps.ts';
import { errorBody } from './respond.ts';

/**
 * Milliseconds without a byte after which a connection is cut: else one whose client reads nothing holds its answer for
 * ever. Longer than any answer takes that is sent in one piece.
 */
const idleLimit = 300_000;

/** The HTTP server, not yet listening. Its routes are loaded by `loadRoutes`, or with the first request. */
export function createServer(deps: Deps): Server {
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  };
  const server = createNodeServer(limits);
  server.timeout = idleLimit;
  server.on('clientError', answerBrokenRequest);
  let listener: Promise<RequestListener> | undefined;
  const load = () => (listener ??= loadRoutes().then(({ createListener }) => createListener(deps)));
  server.on('request', async (request, response) => (await load())(request, response));
  return server;
}

/** Loads the code of the routes, which is half of the server's: docs can be read without it. */
export function loadRoutes(): Promise<typeof import('./routes.ts')> {
  return import('./routes.ts');
}

/** Requests that Node's parser refuses (oversized headers, a missing body) get the same body as any other error. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = late ? 'The request took too long to arrive.' : 'The request is not valid HTTP.';
  const requestId = newId('req');
  const body = JSON.stringify(errorBody(new DocentError('invalid_request', message), requestId));
  const head = [
    `HTTP/1.1 ${late ? '408 Request Timeout' : '400 Bad Request'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
