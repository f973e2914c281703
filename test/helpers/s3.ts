import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';

/** A real S3 server with a bucket `indexes`, for the key and secret `S3RVER`. */
export async function startS3(directory: string): Promise<{ url: string; stop(): void }> {
  const server = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: 'indexes', configs: [] }],
  });
  await server.configureBuckets();
  const listening = createServer(server.callback()).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      listening.close();
      listening.closeAllConnections();
    },
  };
}
