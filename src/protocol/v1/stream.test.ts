import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerEvents,
  answerFrom,
  failingEvents,
  suggestingEvents,
} from '../../../test/clients/answer-from.ts';
import { installedVersions } from '../../../test/clients/chat-client.ts';
import { openV4Chat } from '../../../test/clients/chat-v4.ts';
import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { v1Writer } from './stream.ts';
import { v1 } from './v1.ts';

const url = 'http://docs.example/message';

function written(events: AnswerEvent[], knowsParts = true): string {
  const writer = v1Writer(knowsParts);
  return events.map(writer.write).join('');
}

describe('the v1 stream', () => {
  test('is written to the byte as the contract shows', () => {
    assert.equal(
      written(answerEvents),
      [
        'f:{"messageId":"msg_1"}',
        '2:[{"type":"thread","threadId":"thr_1"}]',
        '9:{"toolCallId":"call_1","toolName":"search","args":{"query":"install"}}',
        'a:{"toolCallId":"call_1","result":[{"path":"install","url":"https://docs.example/install","content":"Run npm ci.","metadata":{"title":"Install","anchor":"npm"}}]}',
        'e:{"finishReason":"tool-calls","usage":{"promptTokens":1,"completionTokens":4},"isContinued":false}',
        'f:{"messageId":"msg_1"}',
        'h:{"sourceType":"url","id":"src_1","url":"https://docs.example/install#npm","title":"Install"}',
        '0:"To get started, "',
        '0:"run npm ci."',
        '8:[{"type":"finish","threadId":"thr_1","outcome":"answered","usedMeaning":true}]',
        '2:[{"type":"finish","threadId":"thr_1"}]',
        'e:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":4},"isContinued":false}',
        'd:{"type":"finish","finishReason":"stop","usage":{"promptTokens":1,"completionTokens":4},"threadId":"thr_1"}',
        '',
      ].join('\n'),
    );
  });

  test('has the headers of the data stream protocol', () => {
    assert.deepEqual(v1Writer(true).headers, {
      'content-type': 'text/plain; charset=utf-8',
      'x-vercel-ai-data-stream': 'v1',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  test('to a request without parts uses only the codes that AI SDK 4.0.0 knows, and sources are annotations', () => {
    const lines = written(answerEvents, false).trimEnd().split('\n');
    assert.deepEqual(
      lines.filter((line) => !/^[02389a-e]:/.test(line)),
      [],
    );
    assert.ok(
      lines.includes(
        '8:[{"type":"source","source":{"sourceType":"url","id":"src_1","url":"https://docs.example/install#npm","title":"Install"}}]',
      ),
    );
  });

  test('after an error has only e and d with the reason error', () => {
    const lines = written(failingEvents).trimEnd().split('\n');
    assert.deepEqual(lines.slice(-3), [
      '3:"The model is not answering. Please try again."',
      'e:{"finishReason":"error","usage":{"promptTokens":1,"completionTokens":4},"isContinued":false}',
      'd:{"type":"finish","finishReason":"error","usage":{"promptTokens":1,"completionTokens":4},"threadId":"thr_1"}',
    ]);
  });

  test('names the thread also when the error comes before the first step', () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const events: AnswerEvent[] = [
      { type: 'thread', threadId: 'thr_1' },
      { type: 'error', message: 'No.' },
      { type: 'finish', reason: 'error', usage, threadId: 'thr_1' },
    ];
    assert.deepEqual(
      written(events)
        .split('\n')
        .map((line) => line.slice(0, 2)),
      ['2:', '3:', 'e:', 'd:', ''],
    );
  });

  test('keeps text that imitates the protocol inside its JSON string', () => {
    const delta = 'x"\nd:{"finishReason":"stop"}\n\u2028\r';
    assert.equal(written([{ type: 'text', delta }]), `0:${JSON.stringify(delta)}\n`);
    assert.equal(written([{ type: 'text', delta }]).split('\n').length, 2);
  });

  test('has suggestions as a fenced block of lines at the end of the text', () => {
    const lines = written(suggestingEvents).split('\n');
    const block = '0:"\\n\\n```suggestions\\n(Install: Docker)[/install#docker]\\n(Upgrade)[/upgrade]\\n```"';
    assert.equal(lines[lines.indexOf('0:"run npm ci."') + 1], block);
  });

  test('writes nothing for an empty delta', () => {
    assert.equal(written([{ type: 'text', delta: '' }]), '');
  });
});

for (const version of installedVersions((major) => major === 4)) {
  describe(`AI SDK ${version} reads the v1 stream`, () => {
    test('with text, sources, the search result as an array and the thread, through keep-alives', async () => {
      const chat = openV4Chat({ version, url, key: '', fetch: answerFrom(v1, answerEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error, undefined);
      assert.equal(chat.messages.at(-1)?.text, 'To get started, run npm ci.');
      assert.equal(chat.sources[0]?.url, 'https://docs.example/install#npm');
      assert.ok(Array.isArray(chat.toolResults[0]));
      assert.deepEqual(chat.threadIds, {
        data: 'thr_1',
        finishData: 'thr_1',
        finishAnnotation: 'thr_1',
        header: 'thr_1',
      });
    });

    test('with the suggestions at the end of its text', async () => {
      const chat = openV4Chat({ version, url, key: '', fetch: answerFrom(v1, suggestingEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error, undefined);
      assert.match(
        chat.messages.at(-1)?.text ?? '',
        /```suggestions\n\(Install: Docker\)\[\/install#docker\]/,
      );
    });

    test('and an app that resubmits after tool results does not loop', async () => {
      const chat = openV4Chat({ version, url, key: '', fetch: answerFrom(v1, answerEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.wouldResubmit, false);
      assert.notEqual(chat.messages.at(-1)?.text, '');
    });

    test('and shows an error in the middle of it, with the thread known', async () => {
      const chat = openV4Chat({ version, url, key: '', fetch: answerFrom(v1, failingEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error?.message, 'The model is not answering. Please try again.');
      assert.equal(chat.messages.at(-1)?.text, 'To get started, ');
      assert.equal(chat.threadIds['data'], 'thr_1');
    });

    test('and joins a character that was cut in two', async () => {
      const halves = ['\ud83d', '\ude00'].map((delta): AnswerEvent => ({ type: 'text', delta }));
      const events = [...answerEvents.slice(0, 6), ...halves, ...answerEvents.slice(-2)];
      const chat = openV4Chat({ version, url, key: '', fetch: answerFrom(v1, events) });
      await chat.send('Smile');
      assert.equal(chat.messages.at(-1)?.text, '😀');
    });
  });
}
