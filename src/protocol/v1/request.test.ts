import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DocentError } from '../../errors.ts';
import { parseV1Request } from './request.ts';

const createdAt = '2026-11-21T02:24:13.749Z';
const asked = { id: '1', role: 'user', content: 'Hi', parts: [{ type: 'text', text: 'Hi' }] };

const parse = (...messages: object[]) => parseV1Request({ fp: 'anonymous', messages });
const answered = (...parts: object[]) => parse(asked, { id: '2', role: 'assistant', content: 'Yes', parts });

const refuses = (body: () => unknown, path: string) =>
  assert.throws(body, (error) => error instanceof DocentError && error.details?.[0]?.path === path);

describe('the v1 request', () => {
  test('parts are required', () => {
    refuses(() => parse({ ...asked, parts: undefined }), 'messages.0.parts');
  });

  test('parts may be missing where createdAt is there, and then the client does not know them', () => {
    const old = { id: '1', role: 'user', content: 'Hi', createdAt };
    assert.equal(parse(old).knowsParts, false);
    assert.equal(parse(old).question.messages[0]?.text, 'Hi');
    assert.equal(parse(asked, old).knowsParts, false);
    assert.equal(parse(asked, { ...asked, createdAt }).knowsParts, true);
  });

  test('content is required and may be empty', () => {
    refuses(() => parse({ ...asked, content: undefined }), 'messages.0.content');
    assert.equal(parse({ ...asked, content: '' }).question.messages[0]?.text, 'Hi');
  });

  test('content counts where parts have no text', () => {
    assert.equal(parse({ ...asked, parts: [] }).question.messages[0]?.text, 'Hi');
    assert.equal(parse({ ...asked, parts: [{ type: 'text', text: ' ' }] }).question.messages[0]?.text, 'Hi');
  });

  test('a message without id says what useChat needs', () => {
    assert.throws(() => parse({ ...asked, id: undefined }), /messages\.0\.id: .*sendExtraMessageFields/);
  });

  test('annotations are an array of anything', () => {
    parse({ ...asked, annotations: [1, null, { a: [] }] });
    refuses(() => parse({ ...asked, annotations: {} }), 'messages.0.annotations');
  });

  test('a reasoning part has details that are text or redacted', () => {
    const details = [
      { type: 'text', text: 'think', signature: 'sig' },
      { type: 'redacted', data: 'x' },
    ];
    answered({ type: 'reasoning', reasoning: 'think', details });
    refuses(() => answered({ type: 'reasoning', reasoning: 5, details }), 'messages.1.parts.0.reasoning');
    refuses(
      () => answered({ type: 'reasoning', reasoning: 'x', details: [{ type: 'redacted' }] }),
      'messages.1.parts.0.details.0.data',
    );
  });

  test('a source part names a URL', () => {
    answered({ type: 'step-start' }, { type: 'source', source: { sourceType: 'url', id: 's', url: '/x' } });
    refuses(
      () => answered({ type: 'source', source: { sourceType: 'url', id: 's' } }),
      'messages.1.parts.0.source.url',
    );
  });

  test('a tool invocation is a partial-call without args, a call or a result', () => {
    const call = { toolCallId: 'c', toolName: 'search' };
    const part = (toolInvocation: object) => ({ type: 'tool-invocation', toolInvocation });
    answered(part({ state: 'partial-call', ...call }));
    answered(part({ state: 'call', step: 0, ...call, args: { query: 'x' } }));
    answered(part({ state: 'result', ...call, args: {}, result: [] }));
    refuses(() => answered(part({ state: 'done', ...call })), 'messages.1.parts.0.toolInvocation.state');
    refuses(() => answered(part({ state: 'call' })), 'messages.1.parts.0.toolInvocation.toolCallId');
  });

  test('experimental_attachments and file parts become attachments', () => {
    const { question } = parse({
      ...asked,
      parts: [...asked.parts, { type: 'file', mimeType: 'text/plain', data: 'aGk=' }],
      experimental_attachments: [
        { name: 'a.md', contentType: 'text/markdown', url: 'data:text/plain,hello' },
      ],
    });
    assert.deepEqual(question.messages[0]?.attachments, [
      { kind: 'text', mediaType: 'text/markdown', text: 'hello', name: 'a.md' },
      { kind: 'text', mediaType: 'text/plain', text: 'hi', name: null },
    ]);
  });

  test('an attachment needs a url', () => {
    refuses(
      () => parse({ ...asked, experimental_attachments: [{ name: 'a' }] }),
      'messages.0.experimental_attachments.0.url',
    );
  });

  test('both kinds of attachments together are at most 10', () => {
    const experimental_attachments = Array.from({ length: 10 }, () => ({ url: 'data:,x' }));
    parse({ ...asked, experimental_attachments });
    const parts = [...asked.parts, { type: 'file', mimeType: 'text/plain', data: 'aGk=' }];
    refuses(() => parse({ ...asked, experimental_attachments, parts }), 'messages.0.parts.1.data');
  });
});
