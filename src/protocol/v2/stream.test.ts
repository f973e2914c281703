import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerEvents,
  answerFrom,
  failingEvents,
  suggestingEvents,
} from '../../../test/clients/answer-from.ts';
import { installedVersions } from '../../../test/clients/chat-client.ts';
import { openV5Chat } from '../../../test/clients/chat-v5.ts';
import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { DataParts } from './data-parts.ts';
import { lostEnd, v2Writer } from './stream.ts';
import { v2 } from './v2.ts';

const url = 'http://docs.example/message';
const sdk = { rawReader: false, jsonOnly: false };
const body = {
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
};

const stoppedEvents: AnswerEvent[] = [
  ...answerEvents.slice(0, 8),
  {
    type: 'finish',
    reason: 'error',
    stopped: true,
    usage: { inputTokens: 1, outputTokens: 4 },
    threadId: 'thr_1',
  },
];

function written(events: AnswerEvent[], reader = sdk): string {
  const writer = v2Writer(reader);
  return events.map(writer.write).join('');
}

function finishOf(requestBody: object, accept: string | undefined): string | undefined {
  const writer = v2.parse(requestBody, { accept }).writer();
  return answerEvents.map(writer.write).join('').split('\n\n').at(-3);
}

describe('the v2 stream', () => {
  test('is written to the byte as the contract shows', () => {
    assert.equal(
      written(answerEvents),
      [
        'data: {"type":"start","messageId":"msg_1","messageMetadata":{"threadId":"thr_1"}}',
        'data: {"type":"data-thread","transient":true,"data":{"threadId":"thr_1"}}',
        'data: {"type":"start-step"}',
        'data: {"type":"tool-input-start","toolCallId":"call_1","toolName":"search"}',
        'data: {"type":"tool-input-available","toolCallId":"call_1","toolName":"search","input":{"query":"install"}}',
        'data: {"type":"tool-output-available","toolCallId":"call_1","output":[{"path":"install","url":"https://docs.example/install","content":"Run npm ci.","metadata":{"title":"Install","anchor":"npm"}}]}',
        'data: {"type":"finish-step"}',
        'data: {"type":"start-step"}',
        'data: {"type":"source-url","sourceId":"src_1","url":"https://docs.example/install#npm","title":"Install"}',
        'data: {"type":"text-start","id":"txt_1"}',
        'data: {"type":"text-delta","id":"txt_1","delta":"To get started, "}',
        'data: {"type":"text-delta","id":"txt_1","delta":"run npm ci."}',
        'data: {"type":"text-end","id":"txt_1"}',
        'data: {"type":"finish-step"}',
        'data: {"type":"finish","messageMetadata":{"threadId":"thr_1","outcome":"answered","usedMeaning":true}}',
        'data: [DONE]',
        '',
      ].join('\n\n'),
    );
  });

  test('has the headers of the UI message stream', () => {
    assert.deepEqual(v2Writer(sdk).headers, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  test('is called application/json only if Accept names just that', () => {
    const typeFor = (accept: string | undefined) =>
      v2.parse(body, { accept }).writer().headers['content-type'];
    assert.equal(typeFor('application/json'), 'application/json');
    assert.equal(typeFor('Application/JSON; q=1'), 'application/json');
    for (const accept of [undefined, '*/*', 'application/json, text/event-stream', 'application/json,*/*']) {
      assert.equal(typeFor(accept), 'text/event-stream; charset=utf-8', String(accept));
    }
  });

  test('tells raw readers the thread and the reason at the top of finish', () => {
    const forRawReaders =
      'data: {"type":"finish","messageMetadata":{"threadId":"thr_1","outcome":"answered","usedMeaning":true},"threadId":"thr_1","finishReason":"stop"}';
    assert.equal(finishOf(body, undefined), forRawReaders);
    assert.equal(
      finishOf({ ...body, id: 'chat', trigger: 'submit-message' }, 'text/event-stream'),
      forRawReaders,
    );
    assert.equal(finishOf({ ...body, id: 'chat' }, 'application/json, text/event-stream'), forRawReaders);
  });

  test('tells AI SDK clients nothing at the top of finish', () => {
    const forClients =
      'data: {"type":"finish","messageMetadata":{"threadId":"thr_1","outcome":"answered","usedMeaning":true}}';
    assert.equal(finishOf({ ...body, id: 'chat' }, undefined), forClients);
    assert.equal(finishOf({ ...body, trigger: 'submit-message' }, '*/*'), forClients);
  });

  test('after an error has only finish and [DONE]', () => {
    assert.deepEqual(written(failingEvents).split('\n\n').slice(-5), [
      'data: {"type":"text-end","id":"txt_1"}',
      'data: {"type":"error","errorText":"The model is not answering. Please try again."}',
      'data: {"type":"finish","messageMetadata":{"threadId":"thr_1"}}',
      'data: [DONE]',
      '',
    ]);
  });

  test('that is stopped closes what is open, and tells raw readers why', () => {
    assert.deepEqual(written(stoppedEvents).split('\n\n').slice(-6), [
      'data: {"type":"text-end","id":"txt_1"}',
      'data: {"type":"finish-step"}',
      'data: {"type":"abort"}',
      'data: {"type":"finish","messageMetadata":{"threadId":"thr_1"}}',
      'data: [DONE]',
      '',
    ]);
    const raw = written(stoppedEvents, { rawReader: true, jsonOnly: false });
    assert.match(raw, /"finishReason":"interrupted"\}\n\ndata: \[DONE\]/);
  });

  test('whose writer has died is ended by what was passed on, whatever its text imitates', () => {
    const imitation = 'data: {"type":"text-end","id":"txt_1"}';
    const sent = written([...answerEvents.slice(0, 8), { type: 'text', delta: `\n${imitation}` }]);
    const open = lostEnd();
    open.saw(sent);
    assert.match(open.end(), /^data: \{"type":"text-end","id":"txt_1"\}\n\ndata: \{"type":"error",/);
    const closed = lostEnd();
    for (const event of written(answerEvents.slice(0, -1)).split(/(?<=\n\n)/)) closed.saw(event);
    assert.match(
      closed.end(),
      /^data: \{"type":"error",.*\}\n\ndata: \{"type":"finish"\}\n\ndata: \[DONE\]\n\n$/s,
    );
  });

  test('names the thread also when the error comes before the first step', () => {
    const events = answerEvents.slice(0, 1).concat(failingEvents.slice(8, 9), failingEvents.slice(-1));
    assert.deepEqual(written(events).split('\n\n'), [
      'data: {"type":"start","messageMetadata":{"threadId":"thr_1"}}',
      'data: {"type":"data-thread","transient":true,"data":{"threadId":"thr_1"}}',
      'data: {"type":"error","errorText":"The model is not answering. Please try again."}',
      'data: {"type":"finish","messageMetadata":{"threadId":"thr_1"}}',
      'data: [DONE]',
      '',
    ]);
  });

  test('gives each text block of a message its own id', () => {
    const secondText: AnswerEvent[] = [
      ...answerEvents.slice(5, 10),
      { type: 'step-start', messageId: 'msg_1' },
      { type: 'text', delta: 'More.' },
    ];
    assert.match(written(secondText), /"txt_1","delta":"run npm ci\.".*"txt_2","delta":"More\."/s);
  });

  test('goes on with its text block after a source', () => {
    const source = answerEvents[6] as AnswerEvent;
    const events: AnswerEvent[] = [{ type: 'text', delta: 'a' }, source, { type: 'text', delta: 'b' }];
    assert.equal(written(events).match(/text-start/g)?.length, 1);
  });

  test('keeps text that imitates the protocol inside its JSON string', () => {
    const delta = '"}\n\ndata: [DONE]\n\n\r';
    const [, event, rest] = written([{ type: 'text', delta }]).split('\n\n');
    assert.equal(event, `data: {"type":"text-delta","id":"txt_1","delta":${JSON.stringify(delta)}}`);
    assert.equal(rest, '');
  });

  test('has suggestions as a transient data part', () => {
    const chunk =
      'data: {"type":"data-suggestions","transient":true,"data":{"suggestions":[{"text":"Install: Docker","path":"/install#docker","url":"https://d.example/install#docker"},{"text":"Upgrade","path":"/upgrade","url":"https://d.example/upgrade"}]}}';
    const chunks = written(suggestingEvents).split('\n\n');
    assert.ok(chunks[chunks.indexOf(chunk) + 1]?.includes('text-end'));
  });

  test('writes nothing for an empty delta', () => {
    assert.equal(written([{ type: 'text', delta: '' }]), '');
  });
});

/** The text of `answerEvents` with a citation after it. */
const citingEvents: AnswerEvent[] = answerEvents.with(8, {
  type: 'text',
  delta: 'run npm ci ([1](/install#npm)).',
  marks: [{ start: 11, end: 30, sources: ['src_1'] }],
});
const citation = {
  source: {
    type: 'source',
    sourceType: 'url',
    id: 'src_1',
    url: 'https://docs.example/install#npm',
    title: 'Install',
  },
  startIndex: 0,
  endIndex: 26,
  citedText: 'Run npm ci.',
};

describe('citations in the v2 stream', () => {
  const askedBy = (citations: unknown) =>
    citingEvents.map(v2.parse({ ...body, id: 'chat', citations }, { accept: undefined }).writer().write);

  test('are not sent unasked', () => {
    for (const citations of [undefined, null]) assert.doesNotMatch(askedBy(citations).join(''), /citation/);
    assert.throws(() => askedBy('yes'), { code: 'invalid_request' });
  });

  test('are on the end of the text, or in a data part before it', () => {
    assert.equal(
      askedBy('native')[9]!.split('\n\n')[0],
      `data: {"type":"text-end","id":"txt_1","citations":[${JSON.stringify(citation)}]}`,
    );
    assert.deepEqual(askedBy('data')[9]!.split('\n\n').slice(0, 2), [
      `data: {"type":"data-citations","id":"txt_1","data":[${JSON.stringify(citation)}]}`,
      'data: {"type":"text-end","id":"txt_1"}',
    ]);
  });

  test('count from the start of their own text part', () => {
    const writer = v2Writer({ ...sdk, citations: 'data' });
    const ends = [...citingEvents.slice(0, -1), ...citingEvents.slice(5, -1)].map(writer.write);
    const parts = ends.join('').match(/"data":\[.*\]/g);
    assert.equal(parts?.length, 2);
    assert.equal(parts[0], parts[1]);
  });

  for (const version of installedVersions((major) => major >= 5)) {
    test(`are read by AI SDK ${version}`, async () => {
      const ask = async (citations?: string) => {
        const chat = openV5Chat({
          version,
          url,
          key: '',
          body: { citations },
          fetch: answerFrom(v2, citingEvents),
        });
        await chat.send('How do I install it?');
        return chat;
      };
      const unasked = await ask();
      assert.equal(unasked.error, undefined);
      const data = await ask('data');
      assert.equal(data.error, undefined);
      assert.deepEqual(data.rawMessages[1]!.parts.find(({ type }) => type === 'data-citations')?.data, [
        citation,
      ]);
      const native = await ask('native');
      if (version === '5.0.0') assert.match(String(native.error), /Type validation failed/);
      if (version.localeCompare('7.0.138', 'en', { numeric: true }) < 0) return;
      assert.equal(native.error, undefined);
      const text = native.rawMessages[1]!.parts.find(({ type }) => type === 'text');
      assert.deepEqual(text?.citations, [citation]);
    });
  }
});

test('AI SDK 5.0.0 refuses the finish for raw readers, which is why it is for them only', async () => {
  const asRawReader: typeof fetch = (input, init) =>
    answerFrom(v2, answerEvents)(input, { ...init, headers: { accept: 'text/event-stream' } });
  const chat = openV5Chat({ version: '5.0.0', url, key: '', fetch: asRawReader });
  await chat.send('How do I install it?');
  assert.match(String(chat.error), /Type validation failed/);
});

for (const version of installedVersions((major) => major >= 5)) {
  describe(`AI SDK ${version} reads the v2 stream`, () => {
    test('with text, sources, the search result as an array and the thread, through keep-alives', async () => {
      const chat = openV5Chat({ version, url, key: '', fetch: answerFrom(v2, answerEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error, undefined);
      assert.equal(chat.messages.at(-1)?.text, 'To get started, run npm ci.');
      assert.deepEqual(chat.sources, [{ url: 'https://docs.example/install#npm', title: 'Install' }]);
      assert.ok(Array.isArray(chat.toolResults[0]));
      assert.deepEqual(chat.threadIds, { metadata: 'thr_1', dataPart: 'thr_1' });
    });

    test('with suggestions, which are not part of the message and as their schema says', async () => {
      const chat = openV5Chat({
        version,
        url,
        key: '',
        fetch: answerFrom(v2, suggestingEvents),
        dataPartSchemas: DataParts.shape,
      });
      await chat.send('How do I install it?');
      assert.equal(chat.error, undefined);
      assert.equal(chat.messages.at(-1)?.text, 'To get started, run npm ci.');
    });

    test('and shows an error in the middle of it, with the thread known', async () => {
      const chat = openV5Chat({ version, url, key: '', fetch: answerFrom(v2, failingEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error?.message, 'The model is not answering. Please try again.');
      assert.equal(chat.messages.at(-1)?.text, 'To get started, ');
      assert.equal(chat.threadIds['metadata'], 'thr_1');
    });

    test('and keeps what was said when it is stopped, without an error', async () => {
      const chat = openV5Chat({ version, url, key: '', fetch: answerFrom(v2, stoppedEvents) });
      await chat.send('How do I install it?');
      assert.equal(chat.error, undefined);
      assert.equal(chat.messages.at(-1)?.text, 'To get started, ');
    });

    test('and joins a character that was cut in two', async () => {
      const halves = ['\ud83d', '\ude00'].map((delta): AnswerEvent => ({ type: 'text', delta }));
      const events = [...answerEvents.slice(0, 6), ...halves, ...answerEvents.slice(-2)];
      const chat = openV5Chat({ version, url, key: '', fetch: answerFrom(v2, events) });
      await chat.send('Smile');
      assert.equal(chat.messages.at(-1)?.text, '😀');
    });
  });
}
