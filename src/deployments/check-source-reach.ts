import { DocentError } from '../errors.ts';
import { openPublicFetcher } from '../lib/public-fetch.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import type { SourceDeps } from './open-source.ts';
import { tokenFor } from './source-token.ts';
import { requireReachable } from './require-reachable.ts';

/**
 * Tries whether the docs of a source can be read, without reading them.
 * @param known the token that comes with it, and the project whose token it may use
 * @returns what was found, in a sentence
 * @throws DocentError with what is wrong and what to do about it
 */
export async function checkSourceReach(
  source: ProjectSource,
  deps: SourceDeps,
  { token, projectId = '' }: { token?: string | undefined; projectId?: string | undefined } = {},
): Promise<string> {
  switch (source.kind) {
    case 'folder':
      return 'The folder is there, and may be read.';
    case 'pushed':
      return 'The docs come with `docent deploy FOLDER`.';
    case 'git': {
      const { name, sha } = (await requireReachable(source, deps))!;
      const how = source.trusted === true ? 'with what this server has for it' : 'as everybody can read it';
      return `The repository answers, ${how}: ${name} is at ${sha.slice(0, 10)}.`;
    }
    case 'files':
      return 'The folder is there, and may be read.';
    case 'github':
    case 'notion':
    case 'confluence':
    case 'zendesk': {
      const { checkApi } = await import('../content/sources/api/open-api.ts');
      return checkApi({ ...source, token: token ?? (await tokenFor(deps, projectId, source)), ...deps });
    }
    default:
      return checkAddress(source.url, deps);
  }
}

async function checkAddress(address: string, { privateHosts }: SourceDeps): Promise<string> {
  const fetcher = openPublicFetcher(privateHosts, 1);
  try {
    const { status } = await fetcher.get(new URL(address), { maxBytes: 0 });
    if (status === 200) return 'The address answers.';
    throw new DocentError(
      'source_unreachable',
      `${address} answers with status ${status}. Check the address, and that it needs no sign-in.`,
    );
  } finally {
    await fetcher.close();
  }
}
