import { createServer as createNodeServer, type RequestListener, type Server } from 'node:http';
import { answerBrokenRequests } from './broken-request.ts';
import type { Deps } from './deps.ts';
import { limitConnections } from './limit-connections.ts';

/**
 * Idle milliseconds after which a connection is cut: otherwise a client that reads nothing holds its response for
 * ever. Longer than any response that is sent in one piece.
 */
const idleLimit = 300_000;

/** The HTTP server, not yet listening. Its routes are loaded by `loadRoutes`, or with the first request. */
export function createServer(deps: Deps): Server {
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    // Checked by the listener, which has a body for the answer.
    requireHostHeader: false,
  };
  const server = createNodeServer(limits);
  server.timeout = idleLimit;
  answerBrokenRequests(server);
  limitConnections(server, deps.config);
  let listener: Promise<RequestListener> | undefined;
  const load = () => (listener ??= loadRoutes().then(({ createListener }) => createListener(deps)));
  server.on('request', async (request, response) => (await load())(request, response));
  return server;
}

/** Loads the code of the routes, which is half of the server's: docs can be read without it. */
export function loadRoutes(): Promise<typeof import('./routes.ts')> {
  return import('./routes.ts');
}
