import { checkBranchName } from './bare-repository.ts';
import { ForgeFault } from './forge-fault.ts';
import type { GitAccess } from './git.ts';
import { atRemote, peer } from './remote.ts';

/** A branch or tag of the remote with its current commit. */
type RemoteRef = { name: string; ref: string; sha: string };

/**
 * Finds a branch or tag of a remote; without a name, its default branch.
 * @throws ForgeFault `repository_empty`, `ref_not_found`
 */
export async function resolveRef(
  access: GitAccess,
  name: string | null,
  signal?: AbortSignal,
): Promise<RemoteRef> {
  const patterns = name === null ? ['HEAD'] : [checkBranchName(name)].flatMap((one) => refsOf(one));
  const args = ['ls-remote', '--symref', ...peer(access, 'upload-pack'), '--', access.url, ...patterns];
  const lines = (await atRemote(access, args, { signal })).toString().split('\n');
  const shas = new Map(lines.map((line) => line.split('\t').toReversed() as [string, string]));
  if (name !== null) {
    const ref = refsOf(name).find((one) => shas.has(one));
    if (ref !== undefined) return { name, ref, sha: shas.get(ref)! };
    throw new ForgeFault(
      'ref_not_found',
      isCommit(name)
        ? `${name} is a commit, and docs are read from a branch or a tag, which can move on. Name one that holds it.`
        : `The repository has no branch or tag ${name}. Check its name.`,
    );
  }
  // `ref: refs/heads/main<TAB>HEAD`, and the commit on a line of its own.
  const ref = lines
    .find((line) => line.startsWith('ref: '))
    ?.slice('ref: '.length)
    .split('\t')[0];
  const sha = shas.get('HEAD');
  if (ref === undefined || sha === undefined)
    throw new ForgeFault('repository_empty', 'The repository has no commits yet. Push the docs first.');
  return { name: ref.replace('refs/heads/', ''), ref, sha };
}

/** A branch may have such a name, too; an existing branch wins. */
export const isCommit = (name: string) => /^[0-9a-f]{7,64}$/.test(name) && /\d/.test(name);

function refsOf(name: string): [string, string] {
  return [`refs/heads/${name}`, `refs/tags/${name}`];
}
