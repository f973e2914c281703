import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, clientIp } from '../accounts/client-ip.ts';
import type { Config } from '../config.ts';
import { DocentError } from '../errors.ts';
import { maxOpenFiles } from '../lib/open-files.ts';
import { answerOnSocket, refusal } from './broken-request.ts';

/** A share of the files that this process may open; the rest is for indexes, the database and what it starts. */
const shareOfFiles = 0.75;

/** Enough for a whole office behind one address. */
const leastPerAddress = 500;

/** Refused connections that stay open for a moment to receive the error. */
const lingering = 100;

/**
 * Refuses connections that would take the last descriptors, and those of one address when it has too many. Behind a
 * trusted proxy all have one address.
 */
export function limitConnections(
  server: Server,
  { trustedProxies, streamCaps }: Pick<Config, 'trustedProxies' | 'streamCaps'>,
  files: number = maxOpenFiles(),
): void {
  const max = Math.floor(files * shareOfFiles);
  const perAddress = Math.min(Math.max(leastPerAddress, 2 * streamCaps.perIp), Math.floor(max / 2));
  const open = new Map<string, number>();
  let all = 0;

  function refusalFor(ip: string, address: string): DocentError | null {
    const headers = { 'retry-after': '5' };
    if (all >= max)
      return new DocentError('not_ready', 'The server has all connections that it may. Please try again.', {
        headers,
      });
    if ((open.get(address) ?? 0) < perAddress || isProxy(ip)) return null;
    const message = `Your address has ${perAddress} connections open here. Close some.`;
    return new DocentError('rate_limited', message, { headers });
  }

  const isProxy = (ip: string) => clientIp(ip, '0.0.0.0', trustedProxies) !== ip;

  const [accept] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeAllListeners('connection');
  if (Number.isFinite(max)) server.maxConnections = max + lingering;
  server.on('connection', (socket: Socket) => {
    const ip = clientIp(socket.remoteAddress, undefined, []);
    const address = addressGroup(ip);
    const refused = refusalFor(ip, address);
    if (refused !== null) return answerOnSocket(socket.on('error', () => {}).resume(), refusal(refused));
    all += 1;
    open.set(address, (open.get(address) ?? 0) + 1);
    socket.once('close', () => {
      all -= 1;
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    accept.call(server, socket);
  });
}
