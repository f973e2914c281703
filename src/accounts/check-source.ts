import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocentError } from '../errors.ts';
import { isPlainAddress } from '../lib/plain-address.ts';
import type { ProjectSource } from '../store/project-sources.ts';

/** What the operator allows API callers to name as a source. */
export type AllowedSources = {
  /** A source folder must lie in one of these. */
  folders: string[];
  /** Address prefixes of repositories that may be read with the server's credentials. */
  repositories: string[];
};

/**
 * Checks a source that an API caller names. A folder becomes its real path. A repository that the operator allows is
 * read with the server's credentials, any other without.
 * @throws DocentError `invalid_request`, the same for a folder outside the allowed ones and one that does not exist
 */
export function checkSource(named: ProjectSource, allowed: AllowedSources): ProjectSource {
  const source = withBuilt(named, allowed);
  switch (source.kind) {
    case 'folder':
      return { ...source, path: checkFolder(source.path, allowed.folders) };
    case 'git':
      return checkRepository(source, allowed);
    case 'pushed':
      return source;
    case 'files':
      return { ...source, folder: checkFolder(source.folder, allowed.folders) };
    case 'github':
      return checkGithub(source, allowed);
    default:
      requireNoSecret(source.url);
      return source;
  }
}

/** A build is read where a folder or a site of docs may be. */
export function withBuilt(source: ProjectSource, { folders }: AllowedSources): ProjectSource {
  if (!('built' in source) || source.built === undefined) return source;
  if (!/^https?:\/\//i.test(source.built)) return { ...source, built: checkFolder(source.built, folders) };
  if (!URL.canParse(source.built)) throw refused('The address of the build cannot be read.');
  requireNoSecret(source.built);
  return source;
}

function checkRepository(
  { trusted: _, ...source }: Extract<ProjectSource, { kind: 'git' }>,
  { folders, repositories }: AllowedSources,
): ProjectSource {
  requireNoSecret(source.url);
  requireInnerFolder(source.root ?? '');
  if (!isPlainAddress(source.url))
    throw refused('Write the address of the repository without dots, backslashes and escapes in its path.');
  if (source.url.startsWith('file://')) {
    const path = checkFolder(pathOf(source.url), folders);
    return { ...source, url: `file://${path}`, trusted: true };
  }
  if (isGranted(source.url, repositories)) return { ...source, trusted: true };
  if (source.url.startsWith('https://')) return source;
  throw refused(
    'The repository must have an address that begins with https://, or that the operator has granted (DOCENT_REPOSITORIES).',
  );
}

function checkGithub(
  { trusted: _, ...source }: Extract<ProjectSource, { kind: 'github' }>,
  { repositories }: AllowedSources,
): ProjectSource {
  requireNoSecret(source.url);
  const [, owner, name, ...more] = new URL(source.url).pathname.replace(/(?:\.git)?\/?$/, '').split('/');
  if (!isPlainAddress(source.url) || !owner || !name || more.length > 0)
    throw refused('The address of a repository on GitHub is https://github.com/OWNER/NAME.');
  return isGranted(source.url, repositories) ? { ...source, trusted: true } : source;
}

function isGranted(url: string, repositories: string[]): boolean {
  return repositories.some((beginning) => url.startsWith(beginning) && endsName(url, beginning));
}

function pathOf(fileUrl: string): string {
  try {
    return fileURLToPath(fileUrl);
  } catch {
    throw refused('The address of a repository on this machine is file:// and its path.');
  }
}

/** `https://github.com/acme` must not match `https://github.com/acme-evil`. */
export function endsName(url: string, beginning: string): boolean {
  return /[/:]$/.test(beginning) || /^(?:\.git)?(?:\/|$)/.test(url.slice(beginning.length));
}

/**
 * Addresses are shown, logged and stored, so they must not contain a secret.
 * @throws DocentError `invalid_request`
 */
export function requireNoSecret(url: string): void {
  if (!URL.canParse(url)) return;
  const { protocol, username, password } = new URL(url);
  // Forges take a token as the user's name; by ssh, the name is everybody's.
  if (password !== '' || (username !== '' && /^https?:$/.test(protocol)))
    throw refused(
      'The address must not contain a password or token, also not as a user name. Set it in DOCENT_GIT_CREDENTIALS.',
    );
}

/**
 * The docs folder is relative to the repository's root and may not leave it.
 * @throws DocentError `invalid_request`
 */
export function requireInnerFolder(root: string): void {
  const isInner = !/^[\\/]|[\\\p{Cc}]/u.test(root) && !root.split('/').includes('..');
  if (!isInner)
    throw refused(
      'The docs folder must be in the repository: give its path without .. and without a leading slash.',
    );
}

function checkFolder(path: string, allowed: string[]): string {
  const real = realPath(resolve(path));
  const roots = allowed.flatMap((folder) => realPath(resolve(folder)) ?? []);
  if (real !== null && roots.some((root) => isInside(root, real))) return real;
  throw refused(
    allowed.length === 0
      ? 'No folder may be read: an operator names some in DOCENT_FOLDERS, and grants them to organizations.'
      : `The folder must exist and be one of those that the operator has granted (DOCENT_FOLDERS), or in one: ${allowed.join(', ')}.`,
  );
}

function refused(message: string): DocentError {
  return new DocentError('invalid_request', message, { details: [{ path: 'sources', message }] });
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== '..');
}
