import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChatClient, ChatOptions } from './chat-client.ts';

/** Where the journeys go. */
type Destination = { url: string; key: string };

const question = 'How do I install Harbour on Linux?';

/** What every app does with a chat, against a running server. */
export function testChatJourneys(
  version: string,
  openChat: (options: ChatOptions) => ChatClient,
  destination: () => Destination,
): void {
  const open = (options: Partial<ChatOptions> = {}) => openChat({ version, ...destination(), ...options });

  describe(`AI SDK ${version}`, () => {
    test('has two turns in one thread', async () => {
      const chat = open();
      await chat.send(question);
      assertAnswered(chat);
      const thread = threadOf(chat);
      await chat.send('And on macOS?');
      assertAnswered(chat);
      assert.equal(threadOf(chat), thread);
      assert.equal(chat.messages.filter(({ role }) => role === 'user').length, 2);
    });

    test('sees the sources of an answer', async () => {
      const chat = open();
      await chat.send(question);
      assert.ok(chat.sources.length > 0);
      for (const { url, title } of chat.sources) {
        assert.match(url, /^(https?:\/)?\//);
        assert.notEqual(title, '');
      }
    });

    test('sees the search result as an array', async () => {
      const chat = open();
      await chat.send(question);
      const [results] = chat.toolResults as { path: string; url: string; metadata: { title: string } }[][];
      const links = results?.flatMap((result) => [result.url || result.path, result.metadata.title]) ?? [];
      assert.ok(links.length > 0 && links.every((link) => typeof link === 'string' && link !== ''));
    });

    test('regenerates the last answer in the same thread', async () => {
      const chat = open();
      await chat.send(question);
      const thread = threadOf(chat);
      const count = chat.messages.length;
      await chat.regenerate();
      assertAnswered(chat);
      assert.equal(threadOf(chat), thread);
      assert.equal(chat.messages.filter(({ role }) => role === 'user').length, 1);
      assert.ok(chat.messages.length >= count);
    });

    test('shows why a bad key is refused', async () => {
      const chat = open({ key: 'svc_dsc_wrong' });
      await chat.send(question);
      assert.equal(shownError(chat).code, 'invalid_key');
    });

    test('shows what is wrong with a body', async () => {
      const chat = open({ body: { retrievalPageSize: 51 } });
      await chat.send(question);
      const { code, details } = shownError(chat);
      assert.equal(code, 'invalid_request');
      assert.equal(details?.[0]?.path, 'retrievalPageSize');
    });

    test('goes on after an error', async () => {
      let fp = '';
      const chat = open({
        body: {
          get fp() {
            return fp;
          },
        },
      });
      await chat.send(question);
      assert.equal(shownError(chat).code, 'invalid_request');
      fp = 'anonymous';
      await chat.regenerate();
      assertAnswered(chat);
    });
  });
}

function assertAnswered(chat: ChatClient): void {
  assert.equal(chat.error, undefined);
  const last = chat.messages.at(-1);
  assert.equal(last?.role, 'assistant');
  assert.notEqual(last?.text.trim(), '');
}

/** The thread, which every way of getting it agrees on. */
function threadOf(chat: ChatClient): string {
  const [first, ...others] = Object.values(chat.threadIds);
  assert.match(String(first), /^thr_/);
  for (const other of others) assert.equal(other, first);
  return String(first);
}

/** Clients show the raw body of a refusal as the error's message. */
function shownError(chat: ChatClient): { code: string; details?: { path: string }[] } {
  assert.ok(chat.error instanceof Error, 'the chat shows no error');
  const { error, message, code, details } = JSON.parse(chat.error.message);
  assert.ok(typeof error === 'string' && error !== '');
  assert.equal(message, error);
  return { code, details };
}
