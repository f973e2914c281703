import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { githubDialect } from './github-api.ts';
import { giteaDialect } from './gitea-api.ts';
import { gitlabDialect } from './gitlab-api.ts';
import { serveGit, type Tokens } from './git-server.ts';
import type { ApiDialect, ForgeKind, ForgeServer } from './served-forge.ts';

const dialects: Record<ForgeKind, ApiDialect> = {
  github: githubDialect,
  gitlab: gitlabDialect,
  gitea: giteaDialect,
};

export async function startForgeServer(
  kind: ForgeKind,
  options: { folder: string; repository: string; tokens: Tokens },
  onRequest: () => void = () => {},
): Promise<ForgeServer> {
  const { folder, repository, tokens } = options;
  const server = createServer(async (request, response) => {
    onRequest();
    if (forge.down) return void response.writeHead(503).end('down');
    if (request.url?.includes('.git/')) {
      const isPush = request.method === 'POST' && request.url.endsWith('git-receive-pack');
      if (isPush && forge.losePushes > 0) loseAnswer(response);
      return serveGit(folder, tokens, request, response);
    }
    await answerApi(request, response);
  });
  /** The backend does its work to the end; its answer goes nowhere. */
  function loseAnswer(response: ServerResponse): void {
    forge.losePushes -= 1;
    response.write = () => true;
    response.writeHead = () => response;
    response.end = () => response.destroy();
  }
  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://forge');
    const chunks: Buffer[] = await Array.fromAsync(request);
    const text = Buffer.concat(chunks).toString();
    forge.calls.push(`${request.method} ${pathname}`);
    if (forge.refusals.times > 0) {
      forge.refusals.times -= 1;
      const { status, headers, body } = forge.refusals.answer;
      return void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    }
    const answer = await dialects[kind](
      {
        method: request.method ?? 'GET',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      },
      forge,
      tokens,
    );
    if (
      request.method === 'POST' &&
      answer.status === 201 &&
      pathname.match(/pulls$|merge_requests$/) &&
      forge.loseAnswers > 0
    ) {
      forge.loseAnswers -= 1;
      return void response.destroy();
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const forge: ForgeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repository,
    pulls: [],
    calls: [],
    violations: [],
    down: false,
    renamed: false,
    loseAnswers: 0,
    staleLists: 0,
    refuseDrafts: false,
    refusals: { times: 0, answer: { status: 403, body: {} } },
    losePushes: 0,
    checks: () => [],
    conflicts: false,
    headOf(branch) {
      // As git keeps it until it packs its refs, which takes more commits than a test makes: to ask git takes longer.
      const file = join(folder, `${repository}.git`, 'refs/heads', branch);
      return existsSync(file) ? readFileSync(file, 'utf8').trim() : '0'.repeat(40);
    },
    gitDir: join(folder, `${repository}.git`),
    unknownNames: [],
    invitesGroup: false,
    strangers: [],
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  return forge;
}
