import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** A TCP proxy that holds back all bytes for half a round trip each way. @returns its port */
export async function startDelayProxy(toPort: number, roundTripMs: number): Promise<number> {
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    passOn(near, far, roundTripMs / 2);
    passOn(far, near, roundTripMs / 2);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Timers of one length fire in the order in which they were made, so bytes stay in theirs. */
function passOn(from: Socket, to: Socket, afterMs: number): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), afterMs));
  from.on('end', () => setTimeout(() => to.end(), afterMs));
  from.on('error', () => to.destroy());
}
