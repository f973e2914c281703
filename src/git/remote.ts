import { type GitAccess, git, GitFailure, hardenedPeer, protocolOf } from './git.ts';
import { faultOfGit } from './git-fault.ts';

type RemoteOptions = {
  gitDir?: string;
  input?: string;
  timeout?: number;
  signal?: AbortSignal | undefined;
  env?: Record<string, string>;
};

/** Runs a git command with a remote. @throws ForgeFault */
export async function atRemote(access: GitAccess, args: string[], options: RemoteOptions): Promise<Buffer> {
  try {
    return await git(args, { ...options, access });
  } catch (error) {
    throw error instanceof GitFailure ? faultOfGit(error) : error;
  }
}

/** The option that hardens the remote git process of a local path; none for a network remote. */
export function peer(
  access: GitAccess,
  command: 'upload-pack' | 'receive-pack',
  ofCheckedOutBranch = false,
): string[] {
  return protocolOf(access.url) === 'file'
    ? [`--${command}=${hardenedPeer(command, ofCheckedOutBranch)}`]
    : [];
}
