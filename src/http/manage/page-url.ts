import type { IncomingMessage } from 'node:http';
import type { Deps } from '../deps.ts';

/**
 * The address of a dashboard page, for a link to pass on. Without a configured public address it uses the host of the
 * caller's request: only the caller gets the answer, so nobody can change the host in another person's link. The
 * `Origin` header of a dashboard page tells whether the request came over TLS.
 */
export function pageUrl(
  { config }: { config: Pick<Deps['config'], 'publicUrl' | 'port'> },
  { headers: { host, origin } }: Pick<IncomingMessage, 'headers'>,
  path: string,
): string {
  if (config.publicUrl !== undefined) return config.publicUrl + path;
  const isSame = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  return (isSame ? origin : `http://${host ?? `localhost:${config.port}`}`) + path;
}
