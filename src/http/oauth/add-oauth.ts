import { docsScope, resourceOf } from '../../accounts/oauth/docs-resource.ts';
import type { Deps } from '../deps.ts';
import type { HttpApp } from '../route.ts';
import { handedOver, handOver } from './hand-over.ts';

/** The authorization server for MCP clients; its code is loaded at the first request. */
export function addOAuth(app: HttpApp, deps: Deps): void {
  // The same for a domain that does not exist: nobody learns which do.
  app.get('/.well-known/oauth-protected-resource/mcp/:domain', (c) => {
    const issuer = deps.publicUrl().replace(/\/$/, '');
    const metadata = {
      resource: resourceOf(issuer, c.req.param('domain')),
      authorization_servers: [issuer],
      scopes_supported: [docsScope],
      bearer_methods_supported: ['header'],
    };
    return c.json(metadata, 200, { 'access-control-allow-origin': '*' });
  });
  for (const path of handedOver) app.all(path, (c) => handOver(c, deps));
  app.get('/oauth/consent/:uid', async (c) => (await loadConsent()).showConsent(c, deps));
  app.post('/oauth/consent/:uid', async (c) => (await loadConsent()).decideConsent(c, deps));
}

const loadConsent = () => import('./consent.ts');
