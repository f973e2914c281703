import type { Provider } from 'oidc-provider';
import { once } from '../../lib/once.ts';
import { openPublicFetcher } from '../../lib/public-fetch.ts';
import { isInForce } from '../../store/issued.ts';
import { findMembership } from '../../store/members.ts';
import { findProjectByDomain } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { findUser } from '../../store/users.ts';
import type { Admission } from '../admit.ts';
import type { Reader } from '../reader-token.ts';
import type { OAuthPages } from './create-provider.ts';
import { resourceOf } from './docs-resource.ts';

export type OAuth = {
  /** Loaded at its first use: most servers have none. */
  provider(): Promise<Provider>;
  /** Who sends an access token to the MCP server of a domain; null for a token of anything else. */
  admit(token: string, domain: string, clientIp: string): Promise<(Admission & { reader: Reader }) | null>;
  close(): Promise<void>;
};

/** @param publicUrl the issuer; fixed at the first use */
export function openOAuth(store: Store, publicUrl: () => string, pages: OAuthPages): OAuth {
  // Anybody may name an address, so none of the hosts that the operator allows to projects.
  const fetcher = openPublicFetcher([], 2);
  const provider = once(async () => {
    const { createProvider } = await import('./create-provider.ts');
    return createProvider(store, publicUrl(), pages, fetcher);
  });
  return {
    provider,
    async admit(token, domain, clientIp) {
      const { AccessToken, Grant } = await provider();
      const found = await AccessToken.find(token);
      if (found?.isValid !== true || found.aud !== resourceOf(publicUrl(), domain)) return null;
      // A refresh may have issued it while the grant was ended.
      if ((await Grant.find(found.grantId ?? '')) === undefined) return null;
      const user = await findUser(store, { id: found.accountId });
      const project = await findProjectByDomain(store, domain);
      if (user === undefined || project === undefined) return null;
      const membership = await findMembership(store, {
        userId: user.id,
        organization: project.organizationId,
      });
      if (membership === undefined) return null;
      const { organization, role } = membership;
      const actor = { kind: 'user', id: user.id, name: user.name } as const;
      const { memberGroups, issued } = project.settings;
      const isInForceHere = isInForce(issued?.['memberGroups'] ?? null, Date.now(), clientIp);
      const groups = (isInForceHere && memberGroups?.[role]) || [];
      return { organization, project, role, actor, by: 'session', reader: { sub: user.id, groups } };
    },
    close: () => fetcher.close(),
  };
}
