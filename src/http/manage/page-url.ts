import type { IncomingMessage } from 'node:http';
import type { Deps } from '../deps.ts';

/**
 * The address of a page of the dashboard, for a link that is handed on. Without a configured address it is the one by
 * which the caller, who alone gets the answer, reached this server: nobody can have the host of another's link changed.
 * A page of the dashboard says by `Origin` whether that was by TLS.
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
