import { docsScope, resourceOf } from '../../accounts/oauth/docs-resource.ts';
import { countArrival } from '../../accounts/rate-limits.ts';
import { findProjectByDomain } from '../../store/projects.ts';
import { consumerOf } from '../admit-request.ts';
import { clientOf } from '../client-of.ts';
import { openCors, preflight } from '../cors.ts';
import type { Deps } from '../deps.ts';
import type { HttpApp } from '../route.ts';
import { handedOver, handOver } from './hand-over.ts';

const resourceMetadata = '/.well-known/oauth-protected-resource/mcp/:domain';

/** The authorization server for MCP clients; its code is loaded at the first request. */
export function addOAuth(app: HttpApp, deps: Deps): void {
  // For clients that are pages of a site; the library answers the other preflights.
  for (const [method, path] of [
    ['GET', resourceMetadata],
    ['POST', '/oauth/register'],
  ] as const)
    app.options(path, (c) => preflight(method, c.req.header('access-control-request-headers')));
  // A domain that does not exist has the same as most: nobody learns which do.
  app.get(resourceMetadata, async (c) => {
    await countArrival(deps.store, undefined, consumerOf(deps, clientOf(c, deps), {}));
    const issuer = deps.publicUrl().replace(/\/$/, '');
    const domain = c.req.param('domain');
    const project = await findProjectByDomain(deps.store, domain);
    const metadata = {
      resource: resourceOf(issuer, domain),
      authorization_servers: [project?.settings.tokenIssuer?.issuer ?? issuer],
      scopes_supported: [docsScope],
      bearer_methods_supported: ['header'],
    };
    return c.json(metadata, 200, openCors);
  });
  for (const path of handedOver) app.all(path, (c) => handOver(c, deps));
  app.get('/oauth/consent/:uid', async (c) => (await loadConsent()).showConsent(c, deps));
  app.post('/oauth/consent/:uid', async (c) => (await loadConsent()).decideConsent(c, deps));
}

const loadConsent = () => import('./consent.ts');
