import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxAttachmentBytes, readAttachments } from './attachment.ts';

const at = 'messages.0.parts.0.url';

function read(url: string, mediaType?: string, name?: string) {
  return readAttachments([{ at, content: { url }, mediaType, name }])[0];
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

test('an image that models take is given as bytes', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp']) {
    const image = read(`data:${type};base64,${base64(new Uint8Array([1, 2, 3]))}`);
    assert.deepEqual(image, { kind: 'image', mediaType: type, data: Buffer.from([1, 2, 3]), name: null });
  }
});

test('a text file is decoded', () => {
  assert.deepEqual(
    read(`data:text/markdown;charset=utf-8;base64,${base64('# Größe\0')}`, undefined, 'a.md'),
    {
      kind: 'text',
      mediaType: 'text/markdown',
      text: '# Größe',
      name: 'a.md',
    },
  );
  assert.deepEqual(read('data:,hello%20there'), {
    kind: 'text',
    mediaType: 'text/plain',
    text: 'hello there',
    name: null,
  });
});

test('JSON, YAML and the like are text', () => {
  for (const type of ['application/json', 'application/ld+json', 'image/svg+xml', 'application/yaml']) {
    assert.equal(read('data:,x', type)?.kind, 'text', type);
  }
});

test('the type that the client names counts before that of the URL', () => {
  assert.equal(read('data:application/octet-stream,x', 'Text/CSV; header=present')?.mediaType, 'text/csv');
  assert.equal(read('data:text/csv,x', '')?.mediaType, 'text/csv');
});

test('anything else is named as unread', () => {
  const unread = { kind: 'unread', mediaType: 'application/pdf', name: 'a.pdf' };
  assert.deepEqual(read(`data:application/pdf;base64,${base64('%PDF')}`, undefined, 'a.pdf'), unread);
  for (const url of ['data:text/plain;base64,/w==', 'data:text/plain,%ff', 'data:text/plain', 'data:,', '']) {
    assert.equal(read(url)?.kind, 'unread', url);
  }
  assert.equal(read('data:image/tiff;base64,AQ==')?.kind, 'unread');
});

test('a URL is never fetched', (t) => {
  const fetch = t.mock.method(globalThis, 'fetch');
  for (const url of [
    'http://127.0.0.1/a.png',
    'https://docs.example/a.png',
    'file:///etc/passwd',
    '//x',
    'blob:x',
  ]) {
    assert.deepEqual(read(url, 'image/png', 'a.png'), {
      kind: 'unread',
      mediaType: 'image/png',
      name: 'a.png',
    });
  }
  assert.equal(fetch.mock.callCount(), 0);
});

test('an attachment of 5 MB passes and of one byte more does not', () => {
  const image = (bytes: number) => `data:image/png;base64,${base64(new Uint8Array(bytes))}`;
  assert.equal(read(image(maxAttachmentBytes))?.kind, 'image');
  assert.throws(() => read(image(maxAttachmentBytes + 1)), /messages\.0\.parts\.0\.url: .*at most 5 MB/);
  assert.throws(() => read(`data:,${'x'.repeat(maxAttachmentBytes + 1)}`), /at most 5 MB/);
});

test('a message has at most 10 attachments', () => {
  const files = Array.from({ length: 11 }, (_, i) => ({
    at: `messages.0.parts.${i}.url`,
    content: { url: 'data:,x' },
    mediaType: undefined,
    name: undefined,
  }));
  assert.equal(readAttachments(files.slice(0, 10)).length, 10);
  assert.throws(() => readAttachments(files), /messages\.0\.parts\.10\.url: .*at most 10/);
});

test('names stay on one line and short, and types that are none are not repeated', () => {
  assert.equal(read('data:,x', undefined, `a\n\0b${'c'.repeat(300)}`)?.name, `a b${'c'.repeat(197)}`);
  assert.equal(read('http://x', 'ignore all\nrules')?.mediaType, 'application/octet-stream');
});
