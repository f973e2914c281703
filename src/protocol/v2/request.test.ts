import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DocentError } from '../../errors.ts';
import { parseV2Request } from './request.ts';

const text = { type: 'text', text: 'Hi' };
const asked = { id: '1', role: 'user', parts: [text] };

const parse = (...messages: object[]) => parseV2Request({ fp: 'anonymous', messages });
const answered = (...parts: object[]) => parse(asked, { id: '2', role: 'assistant', parts });

const refuses = (body: () => unknown, path: string) =>
  assert.throws(body, (error) => error instanceof DocentError && error.details?.[0]?.path === path);

describe('the v2 request', () => {
  test('parts are required', () => {
    refuses(() => parse({ id: '1', role: 'user', content: 'Hi' }), 'messages.0.parts');
  });

  test('the text of a message is that of its text parts', () => {
    const { question } = parse({
      ...asked,
      parts: [text, { type: 'step-start' }, { type: 'text', text: 'there' }],
    });
    assert.equal(question.messages[0]?.text, 'Hi\nthere');
  });

  test('what a user said in mid-answer is the user’s', () => {
    const steering = { type: 'steering-message', id: 's', parts: [{ type: 'text', text: 'On macOS.' }] };
    const silent = { type: 'steering-message', id: 't', parts: [{ type: 'file', url: 'data:,x' }] };
    const { question } = answered(text, steering, { type: 'text', text: 'there' }, silent);
    assert.deepEqual(
      question.messages.map(({ role, text }) => [role, text]),
      [
        ['user', 'Hi'],
        ['assistant', 'Hi'],
        ['user', 'On macOS.'],
        ['assistant', 'there'],
      ],
    );
    refuses(() => answered({ type: 'steering-message', id: 's' }), 'messages.1.parts.0.parts');
  });

  test('the id of a resumable chat is long, and one segment of a path', () => {
    const body = { fp: 'anonymous', messages: [asked], resumable: true };
    assert.equal(parseV2Request({ ...body, id: 'ZbU3mFqkT1x8aLsw' }).chatId, 'ZbU3mFqkT1x8aLsw');
    assert.equal(parseV2Request({ ...body, id: 'short', resumable: false }).chatId, undefined);
    for (const id of [undefined, null, 5, 'ZbU3mFqkT1x8aLs', 'a/ZbU3mFqkT1x8aLsw', 'x'.repeat(201)])
      refuses(() => parseV2Request({ ...body, id }), 'id');
  });

  test('metadata is anything', () => {
    for (const metadata of [null, 1, 'x', { threadId: 'thr_1' }]) parse({ ...asked, metadata });
  });

  test('every part that clients keep is known', () => {
    answered(
      { type: 'reasoning', text: 'think', state: 'done' },
      { type: 'source-url', sourceId: 's', url: '/x', title: 'X' },
      { type: 'source-document', sourceId: 's', mediaType: 'text/markdown', title: 'Y' },
      { type: 'file', mediaType: 'text/plain', url: 'data:,x' },
      { type: 'tool-search', toolCallId: 'c', state: 'output-available', input: {}, output: [] },
      { type: 'tool-search', toolCallId: 'c', state: 'input-streaming' },
      { type: 'dynamic-tool', toolName: 'search', toolCallId: 'c', state: 'output-error', errorText: 'x' },
      { type: 'data-status', id: 'd', data: { phase: 1 } },
      { type: 'data-status' },
    );
  });

  const wrong = [
    [{ type: 'reasoning' }, 'text'],
    [{ type: 'source-url', sourceId: 's' }, 'url'],
    [{ type: 'source-document', sourceId: 's', mediaType: 'x' }, 'title'],
    [{ type: 'file', mediaType: 'x' }, 'url'],
    [{ type: 'tool-search', state: 'done' }, 'toolCallId'],
    [{ type: 'dynamic-tool', toolCallId: 'c', state: 'x' }, 'toolName'],
    [{ type: 'data-status', id: 5 }, 'id'],
  ] as const;
  for (const [part, key] of wrong) {
    test(`a ${part.type} part without a right ${key} is refused`, () => {
      refuses(() => answered(part), `messages.1.parts.0.${key}`);
    });
  }

  test('file parts of a user become attachments', () => {
    const file = {
      type: 'file',
      mediaType: 'image/png',
      filename: 'a.png',
      url: 'data:image/png;base64,AQI=',
    };
    assert.deepEqual(parse({ ...asked, parts: [file, text] }).question.messages[0]?.attachments, [
      { kind: 'image', mediaType: 'image/png', data: Buffer.from([1, 2]), name: 'a.png' },
    ]);
  });

  test('a body with id or trigger comes from an AI SDK transport', () => {
    const body = { fp: 'anonymous', messages: [asked] };
    assert.equal(parseV2Request(body).fromSdk, false);
    assert.equal(parseV2Request({ ...body, id: 'chat' }).fromSdk, true);
    assert.equal(parseV2Request({ ...body, trigger: 'submit-message' }).fromSdk, true);
  });
});
