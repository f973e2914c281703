import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { searchPath } from '../config.ts';
import { launch, notFound } from '../lib/launcher/launch.ts';
import { proxyFor } from '../lib/outgoing.ts';
import { certificatesForGit } from './certificates.ts';
import { ForgeFault } from './forge-fault.ts';

/** A remote for one git command. */
export type GitAccess = {
  /** `https://…`, `ssh://…`, `git@host:path`, or a local path. */
  url: string;
  /** The value of the Authorization header; null for local paths and public repositories. */
  authorization: string | null;
  /** For an ssh remote: files with our private key and with the known hosts. */
  ssh?: SshKey | undefined;
  /** The resolved and checked address of the host, if known: `host:443:203.0.113.7`. */
  address?: string | undefined;
};

export type SshKey = { keyFile: string; knownHostsFile: string };

type GitOptions = {
  /** The bare repository to work in; none for a command that needs no repository. */
  gitDir?: string;
  access?: GitAccess;
  input?: string | Uint8Array;
  /** Milliseconds. */
  timeout?: number;
  signal?: AbortSignal | undefined;
  /** Maximum bytes of standard output. */
  maxOutput?: number;
  env?: Record<string, string> | undefined;
};

/** A failed git command, for the log: standard error may contain paths, never credentials. */
export class GitFailure extends Error {
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly stdout: string;

  constructor(command: string, stderr: string, timedOut: boolean, stdout = '') {
    super(`git ${command} ${timedOut ? 'took too long' : 'failed'}: ${stderr.slice(0, 500)}`);
    this.name = 'GitFailure';
    this.stderr = stderr;
    this.timedOut = timedOut;
    this.stdout = stdout;
  }
}

// Tested on a hostile repository: with these options none of its code runs and nothing leaves the object store.
const hardened = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  // Names in other scripts stand in diffs as they are.
  'core.quotePath': 'false',
  'core.attributesFile': '/dev/null',
  'core.alternateRefsCommand': 'true',
  'core.askPass': '',
  'credential.helper': '',
  'submodule.recurse': 'false',
  'safe.bareRepository': 'explicit',
  'safe.directory': '*',
  'transfer.fsckObjects': 'true',
  'http.followRedirects': 'false',
  'protocol.version': '2',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'receive.autogc': 'false',
  'commit.gpgSign': 'false',
  'push.gpgSign': 'false',
  'protocol.allow': 'never',
  // For partial clones of our sources: https://git-scm.com/docs/partial-clone
  'uploadpack.allowFilter': 'true',
};

/** The same protection for the remote git process of a local path, which has its own environment. */
export function hardenedPeer(command: 'upload-pack' | 'receive-pack', ofCheckedOutBranch: boolean): string {
  const settings = Object.entries(hardened).filter(([key]) => key !== 'protocol.allow');
  settings.push(['receive.denyCurrentBranch', ofCheckedOutBranch ? 'ignore' : 'refuse']);
  return `git ${settings.map(([key, value]) => `-c '${key}=${value}'`).join(' ')} ${command}`;
}

/**
 * Runs git so that no configuration of the machine or the repository can run a program. Settings and credentials are in
 * the environment of this one process: never in argv, a file or a log.
 * @throws GitFailure
 * @throws ForgeFault `git_missing`
 */
export async function git(args: string[], options: GitOptions = {}): Promise<Buffer> {
  const settings: Record<string, string> = { ...hardened };
  if (options.access !== undefined) {
    const protocol = protocolOf(options.access.url);
    settings[`protocol.${protocol}.allow`] = 'always';
    if (protocol === 'https' || protocol === 'http') {
      settings['http.proxy'] = proxyFor(new URL(options.access.url)) ?? '';
      const certificates = certificatesForGit();
      if (certificates !== undefined) settings['http.sslCAInfo'] = certificates;
    }
    if (options.access.address !== undefined) settings['http.curloptResolve'] = options.access.address;
    if (options.access.authorization !== null) {
      settings[`http.${new URL(options.access.url).origin}/.extraHeader`] =
        `Authorization: ${options.access.authorization}`;
    }
  }
  const { succeeded, killed, stdout, stderr } = await launch(
    {
      file: 'git',
      args,
      env: {
        ...baseEnvironment,
        ...configuration(settings),
        ...gitDirectory(options.gitDir),
        ...sshCommand(options.access?.ssh),
        ...options.env,
      },
      cwd: '/',
      input: options.input ?? '',
      timeout: options.timeout ?? 30_000,
      maxOutput: options.maxOutput ?? 64 * 1024 * 1024,
    },
    options.signal,
  );
  if (succeeded) return stdout;
  if (stderr.toString() === notFound)
    throw new ForgeFault(
      'git_missing',
      'The server has no git. Install it there, or put its folder in PATH, then try again.',
    );
  throw new GitFailure(args[0] ?? '', stderr.toString(), killed, stdout.toString());
}

/** Starts a long-running git command without a remote. */
export function startGit(args: string[], gitDir: string): ChildProcessByStdio<Writable, Readable, null> {
  const started = spawn('git', args, {
    cwd: '/',
    env: { ...baseEnvironment, ...configuration(hardened), ...gitDirectory(gitDir) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Unhandled, this event would end the server; `close` follows it.
  return started.on('error', () => {});
}

export function protocolOf(url: string): 'https' | 'http' | 'ssh' | 'file' {
  if (url.startsWith('https://')) return 'https';
  if (url.startsWith('http://')) return 'http';
  return url.startsWith('ssh://') || /^[\w.-]+@[\w.-]+:/.test(url) ? 'ssh' : 'file';
}

const baseEnvironment = {
  PATH: searchPath,
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
};

function configuration(settings: Record<string, string>): Record<string, string> {
  const entries = Object.entries(settings);
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}

function gitDirectory(gitDir: string | undefined): Record<string, string> {
  return gitDir === undefined ? {} : { GIT_DIR: gitDir };
}

/** Ignores the user's and the machine's ssh configuration, and refuses unknown hosts. */
function sshCommand(ssh: SshKey | undefined): Record<string, string> {
  if (ssh === undefined) return {};
  const settings = {
    IdentityFile: ssh.keyFile,
    IdentitiesOnly: 'yes',
    UserKnownHostsFile: ssh.knownHostsFile,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'yes',
    BatchMode: 'yes',
    ConnectTimeout: '15',
  };
  const options = Object.entries(settings).map(([key, value]) => `-o ${quote(`${key}="${value}"`)}`);
  return { GIT_SSH_COMMAND: `ssh -F /dev/null ${options.join(' ')}`, GIT_SSH_VARIANT: 'ssh' };
}

/** Quotes a word for the shell that runs the command. */
function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
