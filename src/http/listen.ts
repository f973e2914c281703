import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { DocentError } from '../errors.ts';

/**
 * Starts listening.
 * @returns the address in the form that people type
 * @throws DocentError `conflict` when the port is taken, `not_ready` when it is not permitted
 */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRINUSE') {
      throw new DocentError(
        'conflict',
        `Port ${port} is in use. Choose another with --port, or 0 for a free one.`,
        { cause },
      );
    }
    throw new DocentError('not_ready', `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`, {
      cause,
    });
  });
  const address = server.address() as AddressInfo;
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${shown}:${address.port}`;
}

/**
 * Stops: accepts no new connection, lets open requests finish, and cuts them off after `graceMs`.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearInterval(sweep);
  clearTimeout(cut);
}
