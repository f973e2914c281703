import { ForgeFault } from './forge-fault.ts';
import type { GitFailure } from './git.ts';

const signs: [RegExp, ForgeFault['code'], string][] = [
  [
    /host key verification failed|no \S{1,40} host key is known/i,
    'forge_access_denied',
    'The key of the ssh host is unknown or has changed. Check DOCENT_GIT_SSH_KNOWN_HOSTS.',
  ],
  [
    /couldn't find remote ref|no such ref/i,
    'ref_not_found',
    'The branch does not exist in the repository. Check its name.',
  ],
  [
    /error: 429|rate limit/i,
    'forge_rate_limited',
    'The repository accepts no more requests from our account for now. Try again later.',
  ],
  [
    /authentication failed|could not read username|error: 40[13]|access denied|permission denied|permission to \S{1,300} denied/i,
    'forge_access_denied',
    'The repository refused our credentials. Check the token and its permissions.',
  ],
  [
    /repository \S{1,300} not found|repository not found|error: 404|does not appear to be a git repository|does not exist/i,
    'repository_not_found',
    'The repository was not found. It was renamed or removed, or the token may not read it.',
  ],
  [
    /\[(remote )?rejected\]|non-fast-forward|fetch first|protected branch|pre-receive hook declined|error: failed to push/i,
    'push_rejected',
    'The repository refused the branch. Check its branch rules, then send the job again.',
  ],
  [
    /fsck error|index-pack failed|unpack-objects|bad object|corrupt/i,
    'repository_damaged',
    'The repository contains damaged or forbidden objects, so it was not read. Run "git fsck" on it.',
  ],
];

/** The fault for a failed remote command. An unknown failure counts as a forge that is down. */
export function faultOfGit(failure: GitFailure): ForgeFault {
  for (const [sign, code, message] of signs) {
    if (sign.test(failure.stderr.slice(0, 4000))) return new ForgeFault(code, message, failure);
  }
  return new ForgeFault(
    'forge_unavailable',
    'The repository could not be reached. Try again later.',
    failure,
  );
}
