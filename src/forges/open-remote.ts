import { ForgeFault } from '../git/forge-fault.ts';
import type { Forge } from './forge.ts';
import type { GithubCredentials } from './github.ts';

/** This server's accounts at the forges; null without one. */
export type ForgeAccounts = {
  github: { url: string; credentials: GithubCredentials } | null;
  gitlab: { url: string; token: string } | null;
  gitea: { url: string; token: string } | null;
};

type Opener = (accounts: ForgeAccounts, repository: string) => Promise<Forge>;

// Every remote forge. A new one is a file here and a line below; its package is loaded on first use.
const openers: { [Kind in keyof ForgeAccounts]: Opener } = {
  github: async ({ github }, repository) =>
    (await import('./github.ts')).openGithub({ ...github!, repository }),
  gitlab: async ({ gitlab }, repository) =>
    (await import('./gitlab.ts')).openGitlab({ ...gitlab!, repository }),
  gitea: async ({ gitea }, repository) => (await import('./gitea.ts')).openGitea({ ...gitea!, repository }),
};

/**
 * The forge of a repository, by its URL: `https://github.com/acme/docs`, with or without `.git`. Only forges that the
 * operator configured are contacted, so a URL cannot send our credentials elsewhere.
 * @throws ForgeFault
 */
export async function openRemote(address: string, accounts: ForgeAccounts): Promise<Forge> {
  for (const kind of Object.keys(openers) as (keyof ForgeAccounts)[]) {
    const account = accounts[kind];
    const repository = account === null ? null : repositoryAt(address, account.url);
    if (repository !== null) return openers[kind](accounts, repository);
  }
  throw new ForgeFault(
    'forge_access_denied',
    'No account is set up for the forge of this repository. Set its token, for example DOCENT_GITHUB_TOKEN.',
  );
}

/** Whether the operator set up an account for the forge of a repository. */
export function hasAccount(address: string, accounts: ForgeAccounts): boolean {
  return Object.values(accounts).some(
    (account) => account !== null && repositoryAt(address, account.url) !== null,
  );
}

function repositoryAt(address: string, forgeUrl: string): string | null {
  if (!address.startsWith(`${forgeUrl}/`)) return null;
  const path = address
    .slice(forgeUrl.length + 1)
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  const parts = path.split('/');
  const valid =
    parts.length >= 2 && parts.length <= 10 && parts.every((part) => /^[A-Za-z0-9_][\w.-]{0,99}$/.test(part));
  return valid && !path.includes('..') ? path : null;
}
