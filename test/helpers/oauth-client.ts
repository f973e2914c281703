import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { password } from './people.ts';

type Kept = { client?: any; tokens?: any; verifier?: string };
/** A browser that is sent to an address. */
type Approve = (url: URL) => Promise<unknown>;

export type OAuthClient = Kept & {
  connect(address: string, approve: Approve): Promise<Client>;
  /** The first half of `connect`: to the answer of the person. */
  begin(address: string, approve: Approve): Promise<StreamableHTTPClientTransport>;
  /** What came back to the client, newest last. */
  returned: URLSearchParams[];
  close(): void;
};

type Options = {
  name?: string;
  /** The one that it speaks; all that it knows by default. */
  revision?: string;
  /** The address of its metadata document, in place of a registration. */
  document?: string;
};

/** An MCP client that runs the package's own OAuth flow, with a page of its own for the answer. */
export async function openOAuthClient({
  name = 'Test client',
  revision,
  document,
}: Options = {}): Promise<OAuthClient> {
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
  let discovered: any;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(document !== undefined && { clientMetadataUrl: document }),
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => 'a-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
  };
  const isStateless = revision === undefined || revision > '2025-11-25';
  const newClient = () =>
    new Client(
      { name, version: '1' },
      isStateless
        ? { versionNegotiation: { mode: revision === undefined ? 'auto' : { pin: revision } } }
        : { supportedProtocolVersions: [revision] },
    );
  const open = (address: string) =>
    new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });

  async function begin(address: string, approve: Approve) {
    const transport = open(address);
    const refused = await newClient()
      .connect(transport)
      .then(
        () => null,
        (error: unknown) => error,
      );
    if (!(refused instanceof UnauthorizedError)) throw refused ?? new Error('It was let in at once.');
    const answered = new Promise<void>((resolve) => waiting.push(resolve));
    await approve(sentTo!);
    await answered;
    return transport;
  }

  return Object.assign(kept, {
    returned,
    begin,
    close: () => void callback.close(),
    async connect(address: string, approve: Approve) {
      const transport = await begin(address, approve);
      await transport.finishAuth(returned.at(-1)!);
      const client = newClient();
      await client.connect(open(address));
      return client;
    },
  });
}

/** Signs a person in where that is asked for, and allows. */
export async function allow(page: Page, url: URL, name = 'Test client'): Promise<void> {
  await page.goto(url.href);
  if (await page.getByLabel('E-mail').isVisible()) {
    await page.getByLabel('E-mail').fill('olga@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await pressAllow(page, name);
}

export async function pressAllow(page: Page, name = 'Test client'): Promise<void> {
  await page.getByRole('heading', { name: `Let ${name} read` }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You can close this page.').waitFor();
}

/** The text of a page of the docs; null when the client may not read it. */
export async function readPage(client: Client, page: string): Promise<string | null> {
  const { content, isError } = await client.callTool({ name: 'read', arguments: { page } });
  return isError === true ? null : (content as { text: string }[])[0]!.text;
}
