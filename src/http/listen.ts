import {
  type AddressInfo,
  createServer as createNetServer,
  isIPv6,
  type Server as NetServer,
} from 'node:net';
import type { Server } from 'node:http';
import { DocentError } from '../errors.ts';

/** The listener on `::1` of servers that listen on `localhost`. */
const besides = new WeakMap<Server, NetServer>();

/**
 * Starts listening. `localhost` is both loopback addresses: most programs try `::1` first, where something else may listen.
 * @returns the address in the form that people type
 * @throws DocentError `conflict` when the port is taken, `not_ready` when it is not permitted
 */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<string> {
  await listenAt(server, port, firstAddress(host)).catch((cause: NodeJS.ErrnoException) => {
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
  if (host !== 'localhost') return `http://${shownHost(host)}:${address.port}`;
  return `http://${(await listenBeside(server, address.port)) ? 'localhost' : '127.0.0.1'}:${address.port}`;
}

/** The address that decides whether a port is free. */
export function firstAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

async function listenAt(server: NetServer, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise;
}

/** Takes connections to `::1`, too. False when another program has the port there. */
async function listenBeside(server: Server, port: number): Promise<boolean> {
  // The options of Node's own HTTP server.
  const beside = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  beside.maxConnections = server.maxConnections;
  try {
    await listenAt(beside, port, '::1');
  } catch (error) {
    // Any other error means that the machine has no IPv6.
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE';
  }
  besides.set(server, beside);
  return true;
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** How long requests have for a proper end once they are told to end. */
const endMs = 2_000;

/**
 * Stops: accepts no new connection, lets open requests finish, and after `graceMs` tells them to end and cuts them off.
 */
export async function closeServer(server: Server, graceMs: number, interrupt?: () => void): Promise<void> {
  const beside = besides.get(server);
  const closed = [server, ...(beside === undefined ? [] : [beside])].map(
    (each) => new Promise<void>((resolve) => each.close(() => resolve())),
  );
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = () => server.closeAllConnections();
  let timer = setTimeout(() => {
    interrupt?.();
    if (interrupt === undefined) cut();
    else timer = setTimeout(cut, endMs);
  }, graceMs);
  await Promise.all(closed);
  clearInterval(sweep);
  clearTimeout(timer);
}
