import { DocentError } from '../../errors.ts';
import type { Provider } from 'oidc-provider';
import { once } from '../../lib/once.ts';
import { openPublicFetcher } from '../../lib/public-fetch.ts';
import { findProjectOfMember } from '../../store/members.ts';
import { findOrganization } from '../../store/organizations.ts';
import { findProjectByDomain } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { findUser } from '../../store/users.ts';
import type { Admission } from '../admit.ts';
import type { ReaderTokens } from '../reader-token.ts';
import type { OAuthPages } from './create-provider.ts';
import { resourceOf } from './docs-resource.ts';
import { groupsOfMember } from './groups-of-member.ts';

export type OAuth = {
  /** Loaded at its first use: most servers have none. */
  provider(): Promise<Provider>;
  /** Who sends an access token to the MCP server of a domain; null for a token of anything else. */
  admit(token: string, domain: string, clientIp: string): Promise<Admission | null>;
  close(): Promise<void>;
};

/** @param publicUrl the issuer; fixed at the first use */
export function openOAuth(
  store: Store,
  publicUrl: () => string,
  readers: Pick<ReaderTokens, 'verifyAccess'>,
  pages: OAuthPages,
): OAuth {
  // Anybody may name an address, so none of the hosts that the operator allows to projects.
  const fetcher = openPublicFetcher([], 2);
  const provider = once(async () => {
    const { createProvider } = await import('./create-provider.ts');
    return createProvider(store, publicUrl(), pages, fetcher);
  });

  async function admitOwn(token: string, domain: string, clientIp: string): Promise<Admission | null> {
    const { AccessToken, Grant } = await provider();
    const found = await AccessToken.find(token);
    if (found?.isValid !== true || found.aud !== resourceOf(publicUrl(), domain)) return null;
    // A refresh may have issued it while the grant was ended.
    if ((await Grant.find(found.grantId ?? '')) === undefined) return null;
    const user = await findUser(store, { id: found.accountId });
    const member = user && (await findProjectOfMember(store, { userId: user.id, domain }));
    if (member === undefined) return null;
    const { organization, project, role } = member;
    const groups = groupsOfMember(project, { role, user: user!, clientIp });
    const actor = { kind: 'user', id: user!.id, name: user!.name } as const;
    return { organization, project, role, actor, by: 'assistant', reader: { sub: user!.id, groups } };
  }

  return {
    provider,
    async admit(token, domain, clientIp) {
      const project = await findProjectByDomain(store, domain);
      if (project === undefined) return null;
      if (project.settings.tokenIssuer == null) return admitOwn(token, domain, clientIp);
      const audience = resourceOf(publicUrl(), domain);
      const reader = await readers
        .verifyAccess(project, token, audience, clientIp)
        .catch((error: unknown) => {
          if (error instanceof DocentError && error.status >= 500) throw error;
          return null;
        });
      const organization = await findOrganization(store, project.organizationId);
      if (reader === null || organization === undefined) return null;
      const actor = { kind: 'user', id: null, name: reader.sub } as const;
      return { organization, project, role: 'viewer', actor, by: 'assistant', reader };
    },
    close: () => fetcher.close(),
  };
}
