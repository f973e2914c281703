import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Dialect, dialects } from './model-dialects.ts';
import type { Reply } from './model-replies.ts';

/** A call as it arrived. `closed` settles when its connection or its answer is over; true when the caller left first. */
export type ModelRequest = {
  path: string;
  headers: IncomingHttpHeaders;
  // oxlint-disable-next-line no-explicit-any -- three vendors' bodies
  body: any;
  closed: Promise<boolean>;
};

export type ModelServer = {
  url: string;
  requests: ModelRequest[];
  close(): Promise<void>;
};

/**
 * A server that speaks the providers' real protocols and plays a script: OpenAI chat completions under `/v1`,
 * Anthropic messages under `/v1`, Google's generateContent under `/v1beta`.
 * @param script the reply to the nth call, from 1
 */
export async function startModelServer(
  script: (request: ModelRequest, call: number) => Reply,
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://model').pathname;
    const dialect = dialects.find((one) => one.path.test(path));
    if (dialect === undefined) return void response.writeHead(404).end();
    const recorded = { path, headers: request.headers, body: await json(request), closed: closing(response) };
    requests.push(recorded);
    await play(script(recorded, requests.length), dialect, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function closing(response: ServerResponse): Promise<boolean> {
  await once(response, 'close');
  return !response.writableFinished;
}

async function play(
  reply: Reply,
  dialect: Dialect,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'break':
      return void request.socket.destroy();
    case 'page':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    case 'refusal':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return void response.end(JSON.stringify(dialect.error(reply.status)));
    case 'answer': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { end } = reply.answer;
      for await (const frame of dialect.frames(reply.answer)) {
        if (response.destroyed) return;
        if (!response.write(frame)) await drained(response);
      }
      // A reader that gets data and the end of the connection at once may drop the data.
      if (end === 'cut') return void setTimeout(() => request.socket.destroy(), 20);
      if (end === 'silence') return;
      if (end === 'malformed') response.write('data: {"choices":[{"del\n\n');
      response.end();
    }
  }
}

async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}
