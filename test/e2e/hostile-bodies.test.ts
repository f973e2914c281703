import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { patience } from '../helpers/eventually.ts';
import { assertHandled, assertRefused } from '../helpers/error-body.ts';
import type { Answer } from '../helpers/error-body.ts';
import { startServer } from '../helpers/server.ts';
import type { TestServer } from '../helpers/server.ts';
import { withWrongValues, wrongValues } from '../helpers/wrong-types.ts';

const message = { id: '1', role: 'user', content: 'Hi', parts: [{ type: 'text', text: 'Hi' }] };
const question = {
  fp: 'anonymous',
  threadId: null,
  threadKey: undefined,
  retrievalPageSize: 5,
  filter: { version: 'v1', language: 'en', groups: ['a'] },
  context: [{ type: 'code', value: 'x', path: '/x', elementId: 'e' }],
  currentPath: '/docs',
  messages: [message],
};

/** A right body for every endpoint that takes one. */
const endpoints = {
  'v1/assistant': question,
  'v2/assistant': { ...question, id: 'chat', trigger: 'submit-message' },
  'v1/search': {
    query: 'x',
    pageSize: 3,
    scoreThreshold: 0.1,
    filter: { version: 'v1', tag: 't', groups: ['a'] },
  },
  'v1/page': { path: 'guide/install', groups: ['a'] },
  'v1/feedback': { messageId: 'msg_1', helpful: true, comment: 'x' },
};

describe('a hostile body', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const pathOf = (endpoint: string) =>
    `/discovery/${endpoint}/${server.domain}${endpoint.endsWith('assistant') ? '/message' : ''}`;

  const headersFor = (headers: Record<string, string>) => ({
    authorization: `Bearer ${server.assistantKey}`,
    'content-type': 'application/json',
    ...headers,
  });

  async function post(
    endpoint: string,
    body: string | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(server.url + pathOf(endpoint), {
      method: 'POST',
      headers: headersFor(headers),
      body,
      signal: AbortSignal.timeout(patience),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function assertStillWell(): Promise<void> {
    const answer = await post('v1/assistant', JSON.stringify(question));
    assert.equal(answer.status, 200);
    assert.match(answer.text, /^d:\{"type":"finish"/m);
  }

  for (const endpoint of Object.keys(endpoints) as (keyof typeof endpoints)[]) {
    describe(`to ${endpoint}`, () => {
      const right = endpoints[endpoint];
      const withKey = (json: string) => `${JSON.stringify(right).slice(0, -1)},"extra":${json}}`;

      test('with a right body is answered, so that what follows is about the body', async () => {
        const { status } = await post(endpoint, JSON.stringify(right));
        assert.ok([200, 201, 404].includes(status), String(status));
      });

      test('10,000 levels deep is a 400', async () => {
        const arrays = '['.repeat(10_000) + ']'.repeat(10_000);
        const objects = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
        for (const body of [arrays, objects, withKey(arrays), withKey(objects), '['.repeat(10_000)]) {
          assertRefused(await post(endpoint, body), 400, 'invalid_json');
        }
      });

      test('with keys of 200 KB passes or is refused', async () => {
        const key = JSON.stringify('k'.repeat(200_000));
        for (const body of [withKey(`{${key}:1}`), `{${key}:1}`, `{${key}:{${key}:[]}}`]) {
          assertHandled(await post(endpoint, body));
        }
      });

      test('with NUL and lone surrogates in every string passes or is refused', async () => {
        for (const nasty of ['\\u0000', '\\ud800', '\\udc00\\ud800', '\\u0000\\ufffe\\u202e']) {
          const body = JSON.stringify(right).replaceAll(/:"([^"]*)"/g, `:"$1${nasty}"`);
          assertHandled(await post(endpoint, body));
        }
      });

      test('with keys of the prototype is handled like any other', async () => {
        const plain = await post(endpoint, JSON.stringify(right));
        for (const key of [
          '__proto__',
          'constructor',
          'prototype',
          'toJSON',
          'then',
          'hasOwnProperty',
          'length',
        ]) {
          for (const value of ['null', '{"polluted":true}', '"x"', '[]']) {
            const body = `{"${key}":${value},${JSON.stringify(right).slice(1)}`;
            assert.equal((await post(endpoint, body)).status, plain.status, body.slice(0, 60));
          }
        }
        assert.ok(!('polluted' in {}));
      });

      test('that is not UTF-8 is a 400', async () => {
        const [head = '', tail = ''] = withKey('"~"').split('~');
        for (const bytes of [
          [0xff],
          [0xc0, 0xaf],
          [0xed, 0xa0, 0x80],
          [0xf8, 0x88, 0x80, 0x80, 0x80],
          [0xe2, 0x82],
        ]) {
          const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
          assertRefused(await post(endpoint, body), 400, 'invalid_json');
        }
      });

      test('that is not JSON is a 400', async () => {
        const right = JSON.stringify(endpoints[endpoint]);
        for (const body of [
          '',
          ' ',
          '{',
          right.slice(0, -1),
          `${right}x`,
          '{a:1}',
          "{'a':1}",
          'NaN',
          '\0',
          'undefined',
        ]) {
          assertRefused(await post(endpoint, body), 400, 'invalid_json');
        }
      });

      test('that is JSON of another type is a 400', async () => {
        for (const value of wrongValues.filter((value) => value !== undefined)) {
          assertRefused(await post(endpoint, JSON.stringify(value)), 400, 'invalid_request');
        }
      });

      test('with wrong types everywhere passes or is refused', async () => {
        for (const wrong of withWrongValues(right)) {
          const body = JSON.stringify(wrong);
          if (body !== undefined) assertHandled(await post(endpoint, body), body);
        }
      });

      test('of more than 1 MiB without attachments is a 413', async () => {
        assertRefused(
          await post(endpoint, withKey(JSON.stringify('x'.repeat(1024 ** 2)))),
          413,
          'body_too_large',
        );
      });

      test('that is compressed is a 415', async () => {
        const bomb = gzipSync(Buffer.alloc(10 * 1024 ** 2));
        for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'x']) {
          const answer = await post(endpoint, bomb, { 'content-encoding': encoding });
          assertRefused(answer, 415, 'unsupported_media_type');
        }
      });

      test('of another media type is a 415', async () => {
        for (const type of [
          'text/plain',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          'application/xml',
        ]) {
          const answer = await post(endpoint, JSON.stringify(right), { 'content-type': type });
          assertRefused(answer, 415, 'unsupported_media_type');
        }
      });
    });
  }

  test('with an attachment of 5 MB is answered, and with one of more is a 400', async () => {
    const sent = (bytes: number) => {
      const url = `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
      return JSON.stringify({ ...question, messages: [{ ...message, experimental_attachments: [{ url }] }] });
    };
    assert.equal((await post('v1/assistant', sent(5 * 1024 ** 2))).status, 200);
    assertRefused(await post('v1/assistant', sent(5 * 1024 ** 2 + 1)), 400, 'invalid_request');
  });

  test('never puts what it says into a header', async () => {
    for (const threadId of ['a\r\nset-cookie: x=1', 'a\nb', 'ü', '\u0000']) {
      assertRefused(
        await post('v1/assistant', JSON.stringify({ ...question, threadId })),
        400,
        'invalid_request',
      );
    }
    assertHandled(await post('v1/assistant', JSON.stringify({ ...question, fp: 'a\r\nset-cookie: x=1' })));
  });

  test('is never repeated in an error', async () => {
    const secret = 'sk-do-not-echo';
    const hostile = {
      ...question,
      currentPath: secret.repeat(50),
      context: [{ type: secret, value: secret }],
    };
    const { text } = await post('v2/assistant', JSON.stringify(hostile));
    assert.ok(!text.includes(secret), text);
  });

  test('leaves the server well', assertStillWell);
});
