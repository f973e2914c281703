import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

type Kept = { client?: any; tokens?: any; verifier?: string };

export type OAuthClient = Kept & {
  /** Connects; `approve` is a browser that is sent to an address. */
  connect(address: string, approve: (url: URL) => Promise<unknown>): Promise<Client>;
  /** What came back to the client, newest last. */
  returned: URLSearchParams[];
  close(): void;
};

/** An MCP client that runs the package's own OAuth flow, with a page of its own for the answer. */
export async function openOAuthClient(name = 'Test client'): Promise<OAuthClient> {
  const returned: URLSearchParams[] = [];
  const waiting: (() => void)[] = [];
  const callback = createServer((request, response) => {
    returned.push(new URL(request.url!, 'http://localhost').searchParams);
    response.end('You can close this page.');
    waiting.shift()?.();
  });
  callback.listen(0, '127.0.0.1');
  await once(callback, 'listening');
  const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  const kept: Kept = {};
  let sentTo: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => 'a-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  };
  return Object.assign(kept, {
    returned,
    close: () => void callback.close(),
    async connect(address: string, approve: (url: URL) => Promise<unknown>) {
      const open = () => new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
      const first = open();
      const client = new Client({ name, version: '1' });
      try {
        await client.connect(first);
        return client;
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
      }
      const answered = new Promise<void>((resolve) => waiting.push(resolve));
      await approve(sentTo!);
      await answered;
      await first.finishAuth(returned.at(-1)!);
      const again = new Client({ name, version: '1' });
      await again.connect(open());
      return again;
    },
  });
}
