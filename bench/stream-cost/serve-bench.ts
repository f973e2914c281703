import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Ready = { url: string; headers: Record<string, string> };

/** Listens, tells the parent where, and answers its questions for the CPU time used so far (microseconds). */
export function serveBench(server: Server, path: string, headers: Record<string, string> = {}): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}${path}`, headers } satisfies Ready);
  });
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() });
  });
}
