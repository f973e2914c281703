import { ForgeFault } from './forge-fault.ts';
import type { GitFailure } from './git.ts';

const refusedBranch = 'The repository refused the branch. Check its branch rules, then send the job again.';

const signs: [RegExp, ForgeFault['code'], string][] = [
  // First, because a hook's output may match the other patterns.
  [/^ ! \[(?:remote )?rejected\]/m, 'push_rejected', refusedBranch],
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
    refusedBranch,
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
    if (!sign.test(failure.stderr.slice(0, 4000))) continue;
    return new ForgeFault(
      code,
      code === 'push_rejected' ? message + saidByServer(failure) : message,
      failure,
    );
  }
  return new ForgeFault(
    'forge_unavailable',
    'The repository could not be reached. Try again later.',
    failure,
  );
}

const maxSaid = 300;

/** The server's own reason, such as a rule about branches, names or commit messages. */
function saidByServer({ stderr }: GitFailure): string {
  const lines = stderr.slice(0, 4000).split('\n');
  const said = lines
    .flatMap((line) => (line.startsWith('remote: ') ? [line.slice('remote: '.length)] : []))
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, '').trim())
    .filter((line) => /\p{L}/u.test(line))
    .join(' ');
  return said === '' ? '' : ` It says: ${said.length > maxSaid ? `${said.slice(0, maxSaid)}…` : said}`;
}
