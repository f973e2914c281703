import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { countArrival } from '../../accounts/rate-limits.ts';
import { consumerOf } from '../admit-request.ts';
import { clientOf } from '../client-of.ts';
import { openCors } from '../cors.ts';
import type { Deps } from '../deps.ts';
import type { HttpContext } from '../route.ts';

/** What the library serves. */
const served = ['/oauth/authorize', '/oauth/authorize/:uid', '/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/jwks']; // prettier-ignore
const metadata = ['oauth-authorization-server', 'openid-configuration'];

/** The addresses of the authorization server, with the metadata where clients look for it when the issuer has a path. */
export const handedOver = [
  ...served,
  ...metadata.flatMap((name) => [`/.well-known/${name}`, `/.well-known/${name}/*`]),
];

/** Lets the authorization server answer a request, which is counted against its address. */
export async function handOver(c: HttpContext, deps: Deps): Promise<Response> {
  const { incoming, outgoing } = c.env;
  const registers = c.req.path === '/oauth/register';
  await countArrival(
    deps.store,
    registers ? 'registration' : undefined,
    consumerOf(deps, clientOf(c, deps), {}),
  );
  const provider = await deps.oauth.provider();
  const headers = { ...c.get('headers'), ...(registers && openCors) };
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.setHeader('cache-control', 'no-store');
  const known = /^(\/\.well-known\/[\w-]+)\//.exec(incoming.url ?? '')?.[1];
  if (known !== undefined) incoming.url = known;
  asPublic(c, deps);
  await (provider.callback()(incoming, outgoing) as unknown as Promise<void>);
  return RESPONSE_ALREADY_SENT;
}

/** The request as it came to the public address: proxies change host and path. */
export function asPublic({ env: { incoming } }: HttpContext, { publicUrl }: Pick<Deps, 'publicUrl'>): void {
  const { protocol, host, pathname } = new URL(publicUrl());
  incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  incoming.headers['x-forwarded-host'] = host;
  Object.assign(incoming, { originalUrl: pathname.replace(/\/$/, '') + incoming.url });
}
