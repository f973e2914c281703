import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { errorBody } from './respond.ts';

type Refusal = { status: number; headers: Record<string, string>; body: string };

/**
 * Milliseconds for a client to read the error before its connection is cut: one that keeps sending may never close
 * it.
 */
const lingerMs = 1_000;

/** Answers invalid HTTP requests with the usual error body, where Node would send none. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerOnSocket(socket, refusalOf(error.code));
  });
  // An unknown expectation may be ignored: https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // HTTP/1.0, as the health checks of load balancers speak it, has no Host.
  server.prependListener('request', (request) => {
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
  });
}

/** For requests whose target and Host form no valid address. */
export function refuseAddress(): Response {
  const { status, headers, body } = refuseInvalid(
    400,
    'The request is not valid HTTP: its address or its Host.',
  );
  return new Response(body, { status, headers });
}

/** Answers on the socket itself and ends the connection, when Node has created no response object. */
export function answerOnSocket(socket: Duplex, { status, headers, body }: Refusal): void {
  if (!socket.writable) return void socket.destroy();
  const fields = { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) };
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuseInvalid(408, 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return refuseInvalid(431, 'The request’s headers are larger than 16 KiB.');
  return refuseInvalid(400, 'The request is not valid HTTP.');
}

function refuseInvalid(status: number, message: string): Refusal {
  return { ...refusal(new DocentError('invalid_request', message)), status };
}

export function refusal(error: DocentError): Refusal {
  const requestId = newId('req');
  return {
    status: error.status,
    headers: {
      ...error.headers,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: JSON.stringify(errorBody(error, requestId)),
  };
}
