import { resolve } from 'node:path';
import { requireInnerFolder, requireNoSecret } from '../accounts/check-source.ts';
import { sourceTitle } from '../accounts/name-project.ts';
import { asObject } from '../content/config/values.ts';
import { urlMappingOf } from '../content/frameworks/url-mapping.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { requireNoAddress, webUrl } from './arguments.ts';
import { UsageError } from './usage-error.ts';
import type { UrlMapping } from '../lib/url-mapping.ts';
import type { ProjectSource } from '../store/project-sources.ts';

/** Options for a project's source. */
export const sourceOptions = {
  path: { type: 'positional', required: false, description: 'Folder with the docs.' },
  git: {
    type: 'string',
    valueHint: 'URL',
    description:
      'Repository with the docs, by https, ssh or file://; read with the credentials of this server.',
  },
  branch: { type: 'string', description: 'Branch or tag (default: the repository’s default branch).' },
  site: {
    type: 'string',
    valueHint: 'URL',
    description: 'A docs site: its start page or its sitemap. Pages below that path are read.',
  },
  llms: { type: 'string', valueHint: 'URL', description: 'URL of an llms-full.txt with all docs.' },
  pushed: {
    type: 'boolean',
    description: 'Docs pushed from another machine with `docent deploy FOLDER --url URL`.',
  },
  root: { type: 'string', valueHint: 'DIR', description: 'The docs folder inside the repository.' },
  urls: {
    type: 'string',
    valueHint: 'JSON',
    description: 'How files map to addresses: \'{"stripNumbers": true, "prefix": "docs"}\'.',
  },
} as const;

type SourceArguments = {
  path?: string | undefined;
  git?: string | undefined;
  branch?: string | undefined;
  root?: string | undefined;
  site?: string | undefined;
  llms?: string | undefined;
  pushed?: boolean | undefined;
  urls?: string | undefined;
};

/**
 * The source in the options, and a default name for its project.
 * @throws UsageError unless the options name exactly one source
 */
export function sourceOf({ path, git, branch, root, site, llms, pushed, urls: written }: SourceArguments): {
  source: ProjectSource;
  name: string;
} {
  requireNoAddress(path);
  const named = [path, git, site, llms, pushed || undefined].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw new UsageError('Name the docs: a folder, --git URL, --site URL, --llms URL or --pushed.');
  if (git === undefined && (branch ?? root) !== undefined)
    throw new UsageError('--branch and --root are for --git.');
  if (written !== undefined && (site ?? llms) !== undefined)
    throw new UsageError('--urls is for files: a site has its addresses.');
  const source = originOf({ path, git, branch, root, site, llms, urls: written });
  return { source, name: sourceTitle(source) };
}

function originOf({ path, git, branch, root, site, llms, urls: written }: SourceArguments): ProjectSource {
  const urls = written === undefined ? {} : { urls: readUrls(written) };
  if (path !== undefined) {
    requireFolder(resolve(path));
    return { kind: 'folder', path: resolve(path), ...urls };
  }
  requireNoSecret(git ?? site ?? llms ?? '');
  if (site !== undefined) return { kind: 'site', url: webUrl('site', site) };
  if (llms !== undefined) return { kind: 'llms', url: webUrl('llms', llms) };
  if (git === undefined) return { kind: 'pushed', ...urls };
  requireInnerFolder(root ?? '');
  const source: ProjectSource = { kind: 'git', url: git, trusted: true, ...urls };
  if (branch !== undefined) source.branch = branch;
  if (root !== undefined) source.root = root;
  return source;
}

/** @throws UsageError unless the text is JSON with known fields only */
export function readUrls(written: string): UrlMapping {
  let given: unknown;
  try {
    given = JSON.parse(written);
  } catch {
    throw new UsageError('--urls takes JSON, such as \'{"stripNumbers": true}\'.');
  }
  const urls = urlMappingOf(given);
  const left = Object.keys(asObject(given)).filter((name) => !Object.hasOwn(urls, name));
  if (left.length > 0 || Object.keys(urls).length === 0)
    throw new UsageError(`--urls cannot be read${left.length > 0 ? ` for ${left.join(', ')}` : ''}.`);
  return urls;
}
