import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { git } from '../../src/git/git.ts';
import { launch } from '../../src/lib/launcher/launch.ts';

export type GitServer = {
  /** `http://127.0.0.1:…`; repositories are at `/{name}.git`. */
  url: string;
  /** While true, every request gets a 503. */
  down: boolean;
  /** While true, no file can be left out of what is sent, as on old servers. */
  whole: boolean;
  close(): Promise<void>;
};

export type Tokens = Record<string, 'read' | 'write'>;

/** Serves bare repositories in a folder over smart HTTP. @param tokens what each token may do */
export async function startGitServer(folder: string, tokens: Tokens): Promise<GitServer> {
  const server = createServer((request, response) => {
    if (gitServer.down) response.writeHead(503).end();
    else serveGit(folder, tokens, request, response, gitServer.whole);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gitServer: GitServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    down: false,
    whole: false,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  return gitServer;
}

/** Answers one request of a git client with git's own `git http-backend`. Without a known token: 401. */
export function serveGit(
  folder: string,
  tokens: Tokens,
  request: IncomingMessage,
  response: ServerResponse,
  whole = false,
): void {
  const right = tokens[passwordOf(request)];
  if (right === undefined) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  } else if (right === 'read' && request.url?.includes('git-receive-pack')) {
    response.writeHead(403).end();
  } else runBackend(folder, request, response, whole).catch(() => response.destroy());
}

/** The newest commit of a branch of a served repository, or null. */
export async function headOf(gitDir: string, branch: string): Promise<string | null> {
  const output = await git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`], { gitDir });
  return output.toString().trim() || null;
}

/** A file's text at a branch. */
export async function showFile(gitDir: string, branch: string, path: string): Promise<string> {
  return (await git(['show', `refs/heads/${branch}:${path}`], { gitDir })).toString();
}

function passwordOf(request: IncomingMessage): string {
  const encoded = request.headers.authorization?.replace(/^Basic /, '') ?? '';
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return password === 'x-oauth-basic' ? user : password;
}

/** The folder of git's own programs. */
let programs: Promise<string> | undefined;

async function findPrograms(): Promise<string> {
  return (await git(['--exec-path'])).toString().trim();
}

// The CGI side of https://git-scm.com/docs/git-http-backend
async function runBackend(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  whole: boolean,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const { headers } = request;
  const { stdout } = await launch({
    file: join(await (programs ??= findPrograms()), 'git-http-backend'),
    args: [],
    env: {
      PATH: process.env['PATH']!,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'uploadpack.allowFilter',
      GIT_CONFIG_VALUE_1: String(!whole),
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method!,
      CONTENT_TYPE: headers['content-type'] ?? '',
      REMOTE_USER: 'docent',
      REMOTE_ADDR: '127.0.0.1',
      ...(headers['content-encoding'] && { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(headers['git-protocol'] && { GIT_PROTOCOL: String(headers['git-protocol']) }),
    },
    cwd: '/',
    input: await buffer(request),
    timeout: 60_000,
    maxOutput: 256 * 1024 * 1024,
  });
  const end = stdout.indexOf('\r\n\r\n');
  const lines = stdout.subarray(0, Math.max(end, 0)).toString().split('\r\n');
  const { Status: status, ...rest } = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  );
  response.writeHead(Number.parseInt(status ?? '200', 10), rest).end(stdout.subarray(end + 4));
}
