import { ForgeFault } from '../git/forge-fault.ts';
import { type GitAccess, protocolOf, type SshKey } from '../git/git.ts';
import { type ForgeAccounts, hasAccount, openRemote } from '../forges/open-remote.ts';
import { isPlainAddress } from '../lib/plain-address.ts';
import { proxyFor } from '../lib/outgoing.ts';
import { type PrivateHosts, publicAddresses, requirePublicName } from '../lib/public-address.ts';
import type { GitOrigin } from '../store/project-sources.ts';

/** How this server accesses git repositories. */
export type GitAccounts = {
  forges: ForgeAccounts;
  /** `user:password` or a token, by the address prefix that it is for. */
  credentials: Record<string, string>;
  ssh: SshKey | null;
  privateHosts: PrivateHosts;
};

/**
 * The access to a repository. The server's credentials and local repositories are for trusted sources only; any other
 * repository is read without credentials, at the address that was checked.
 * @throws ForgeFault | DocentError
 */
export async function gitAccess({ url, trusted }: GitOrigin, accounts: GitAccounts): Promise<GitAccess> {
  const protocol = protocolOf(url);
  if (!isPlainAddress(url))
    throw new ForgeFault(
      'forge_access_denied',
      'The address of the repository must have no dots or escapes in its path.',
    );
  if (trusted === true) {
    if (protocol === 'ssh') return { url, authorization: null, ssh: requireKey(accounts.ssh) };
    if (protocol === 'file')
      return { url: url.startsWith('file://') ? url : `file://${url}`, authorization: null };
    const authorization = authorizationFor(url, accounts.credentials);
    if (authorization !== null) return { url, authorization };
    if (hasAccount(url, accounts.forges)) return (await openRemote(url, accounts.forges)).access();
  } else if (protocol !== 'https') {
    throw new ForgeFault('forge_access_denied', 'Only repositories at https:// addresses can be read.');
  }
  const { protocol: scheme, hostname, port } = new URL(url);
  if (proxyFor(new URL(url)) !== null) {
    await requirePublicName(hostname, accounts.privateHosts);
    return { url, authorization: null };
  }
  const [address] = await publicAddresses(hostname, accounts.privateHosts);
  const at = address!.family === 6 ? `[${address!.address}]` : address!.address;
  const host = `${hostname.replace(/^\[|\]$/g, '')}:${port || (scheme === 'https:' ? 443 : 80)}`;
  return { url, authorization: null, address: `${host}:${at}` };
}

function requireKey(ssh: SshKey | null): SshKey {
  if (ssh !== null) return ssh;
  throw new ForgeFault(
    'forge_access_denied',
    'For repositories by ssh, set DOCENT_GIT_SSH_KEY and DOCENT_GIT_SSH_KNOWN_HOSTS.',
  );
}

/** The credentials with the longest matching address prefix. */
function authorizationFor(url: string, credentials: Record<string, string>): string | null {
  const begins = Object.keys(credentials).filter((prefix) => url.startsWith(withSlash(prefix)));
  const longest = begins.toSorted((one, other) => other.length - one.length)[0];
  if (longest === undefined) return null;
  const secret = credentials[longest]!;
  return `Basic ${btoa(secret.includes(':') ? secret : `x-access-token:${secret}`)}`;
}

/** A token for `https://git.example.com` must never go to `https://git.example.com.evil.org`. */
function withSlash(prefix: string): string {
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}
