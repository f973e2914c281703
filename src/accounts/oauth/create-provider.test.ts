import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicFetcher } from '../../lib/public-fetch.ts';
import { openTestStore } from '../../../test/helpers/open-test-store.ts';
import { createProvider } from './create-provider.ts';

const pages = {
  renderError: (message: string) => ({ body: message, headers: {} }),
  onError: (error: Error) => {
    throw error;
  },
};

test('a client is known by the document at its id, which is fetched once and must name it', async (t) => {
  const store = await openTestStore(t);
  const fetched: string[] = [];
  const documents: Record<string, object> = {
    'https://client.example/metadata.json': {
      client_id: 'https://client.example/metadata.json',
      client_name: 'A published client',
      redirect_uris: ['http://127.0.0.1/callback'],
    },
    'https://liar.example/metadata.json': {
      client_id: 'https://client.example/metadata.json',
      redirect_uris: ['https://liar.example/callback'],
    },
  };
  const fetcher: Pick<PublicFetcher, 'get'> = {
    async get(url) {
      fetched.push(url.href);
      const document = documents[url.href];
      const body = Buffer.from(JSON.stringify(document ?? {}));
      return { status: document === undefined ? 404 : 200, url, header: () => null, body };
    },
  };
  const { Client } = createProvider(store, 'https://ask.example.com', pages, fetcher);
  const client = await Client.find('https://client.example/metadata.json');
  assert.equal(client?.clientName, 'A published client');
  assert.equal(
    client.redirectUriAllowed('http://127.0.0.1:43117/callback'),
    true,
    'any port of this machine',
  );
  assert.equal(client.redirectUriAllowed('http://evil.example/callback'), false);
  await Client.find('https://client.example/metadata.json');
  assert.equal(fetched.length, 1);
  await assert.rejects(Client.find('https://liar.example/metadata.json'));
  await assert.rejects(Client.find('https://nowhere.example/metadata.json'));
});
