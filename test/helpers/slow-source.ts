import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { ProjectSource } from '../../src/store/project-sources.ts';

/** Docs on a server that answers when the test says so; sources need `privateHosts` of 127.0.0.1. */
type SlowSource = {
  source: ProjectSource;
  /** The next request for the docs, to be answered. */
  asked(): Promise<ServerResponse>;
};

export async function startSlowSource(t: TestContext): Promise<SlowSource> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    source: { kind: 'llms', url: `http://127.0.0.1:${port}/llms-full.txt` },
    asked: async () => (await once(server, 'request'))[1] as ServerResponse,
  };
}
