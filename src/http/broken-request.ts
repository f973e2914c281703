import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { errorBody } from './respond.ts';

type Refusal = { status: number; headers: Record<string, string>; body: string };

/** Has requests that are not valid HTTP get the same body as any other error, where Node would send none. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', answerOnSocket);
  // An expectation that is unknown may be ignored: https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // HTTP/1.0, as the health checks of load balancers speak it, has no Host.
  server.prependListener('request', (request) => {
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
  });
}

/** For requests whose target or Host makes no address. */
export function refuseAddress(): Response {
  const { status, headers, body } = refusal(400, 'The request is not valid HTTP: its address or its Host.');
  return new Response(body, { status, headers });
}

/** For requests that Node's parser refuses: oversized headers, a missing body. */
function answerOnSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = refusalOf(error.code);
  const fields = { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) };
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'The request’s headers are larger than 16 KiB.');
  return refusal(400, 'The request is not valid HTTP.');
}

function refusal(status: number, message: string): Refusal {
  const requestId = newId('req');
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: JSON.stringify(errorBody(new DocentError('invalid_request', message), requestId)),
  };
}
