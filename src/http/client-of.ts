import { clientIp } from '../accounts/client-ip.ts';
import type { Deps } from './deps.ts';
import type { HttpContext } from './route.ts';

/** The address that a request comes from. */
export function clientOf(
  { env: { incoming } }: Pick<HttpContext, 'env'>,
  { config }: Pick<Deps, 'config'>,
): string {
  const { socket, headers } = incoming;
  return clientIp(socket.remoteAddress, headers['x-forwarded-for'], config.trustedProxies);
}
