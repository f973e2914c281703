import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { installedVersions } from '../clients/chat-client.ts';
import { testChatJourneys } from '../clients/chat-journeys.ts';
import { openV5Chat } from '../clients/chat-v5.ts';
import { startServer } from '../helpers/server.ts';
import type { TestServer } from '../helpers/server.ts';

describe('apps with DefaultChatTransport of AI SDK 5 and later', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const destination = () => ({
    url: `${server.url}/discovery/v2/assistant/${server.domain}/message`,
    key: server.assistantKey,
  });

  for (const version of installedVersions((major) => major >= 5)) {
    testChatJourneys(version, openV5Chat, destination);

    test(`AI SDK ${version} resumes a chat where nothing is running, without an error`, async () => {
      const chat = openV5Chat({ version, ...destination() });
      await chat.resume();
      assert.equal(chat.error, undefined);
      assert.deepEqual(chat.messages, []);
    });

    test(`AI SDK ${version} gives each answer its own message id`, async () => {
      const chat = openV5Chat({ version, ...destination() });
      await chat.send('How do I install Harbour?');
      await chat.send('How do I install Harbour?');
      const ids = chat.rawMessages.map(({ id }) => id);
      assert.equal(new Set(ids).size, 4);
    });
  }
});
