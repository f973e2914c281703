import type { IncomingMessage } from 'node:http';
import type { Deps } from '../deps.ts';

/**
 * The address of a page of the dashboard, for a link that is handed on. Without a configured address it is the one by
 * which the caller, who alone gets the answer, reached this server.
 */
export function pageUrl({ config }: Pick<Deps, 'config'>, request: IncomingMessage, path: string): string {
  return `${config.publicUrl ?? `http://${request.headers.host ?? `localhost:${config.port}`}`}${path}`;
}
