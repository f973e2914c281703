import { after, before, describe } from 'node:test';
import { installedVersions } from '../clients/chat-client.ts';
import { testChatJourneys } from '../clients/chat-journeys.ts';
import { openV4Chat } from '../clients/chat-v4.ts';
import { startServer } from '../helpers/server.ts';
import type { TestServer } from '../helpers/server.ts';

describe('apps with useChat of AI SDK 4', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  for (const version of installedVersions((major) => major === 4)) {
    testChatJourneys(version, openV4Chat, () => ({
      url: `${server.url}/discovery/v1/assistant/${server.domain}/message`,
      key: server.assistantKey,
    }));
  }
});
