import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { readEvents } from '../../web/dashboard/src/api/event-stream.ts';
import * as format from '../../web/dashboard/src/api/format.ts';
import { withQuery } from '../../web/dashboard/src/api/request.ts';
import { leftOut, roleOf } from '../../web/dashboard/src/pages/playground/evidence.ts';
import { readPlaygroundSearch } from '../../web/dashboard/src/pages/playground/point-of-view.ts';
import { readAnswer, toRetrieved } from '../../web/dashboard/src/pages/playground/read-answer.ts';
import { singleFlight } from '../../web/dashboard/src/ui/single-flight.ts';

test('numbers, shares, times and money are short and say when there is nothing', () => {
  assert.deepEqual([format.formatNumber(99_999), format.formatNumber(1_234_567)], ['99,999', '1.2M']);
  assert.deepEqual([format.formatShare(0, 0), format.formatShare(1, 3)], ['–', '33.3%']);
  assert.deepEqual(
    [format.formatMs(null), format.formatMs(999.4), format.formatMs(1_500)],
    ['–', '999 ms', '1.5 s'],
  );
  assert.deepEqual([0, 4_200, 12_345_678].map(format.formatCost), ['$0.00', '$0.0042', '$12.35']);
  assert.equal(format.formatDay('2026-11-21'), 'Nov 21');
});

test('how long ago it was is told in the largest unit that fits, past and to come', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => format.formatAgo(new Date(now - seconds * 1_000).toISOString(), now);
  assert.deepEqual([ago(44), ago(-44)], ['just now', 'just now']);
  assert.match(ago(5 * 60), /^5 min/);
  assert.match(ago(2 * 86_400), /^2 days ago$/);
  assert.match(ago(-3 * 86_400), /^in 3 days$/);
});

test('a query leaves out what is empty, and keeps zero', () => {
  assert.equal(withQuery('/a', { text: '', cursor: undefined, after: null }), '/a');
  assert.equal(withQuery('/a', { text: 'x y&z', limit: 0 }), '/a?text=x+y%26z&limit=0');
});

test('events are read whole however the bytes are cut, with the id that they came under', async () => {
  const bytes = new TextEncoder().encode(
    'id: 1\ndata: {"a":"ü"}\n\nid: 2\ndata: b\n\n: comment\n\ndata: c\n',
  );
  for (const size of [1, 2, 7, bytes.length]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) => bytes.slice(part * size, part * size + size)); // prettier-ignore
    assert.deepEqual(await Array.fromAsync(readEvents(ReadableStream.from(parts))), [
      { id: '1', data: '{"a":"ü"}' },
      { id: '2', data: 'b' },
      { id: '2', data: 'c' },
    ]);
  }
});

test('an answer is read from a server part by part; what the page does not show is left out', async (t) => {
  const chunks = [
    { type: 'start', messageId: 'm' },
    { type: 'text-start', id: '0' },
    {
      type: 'tool-output-available',
      output: [{ path: 'a', content: 'x', metadata: { title: 'A', score: 1 } }],
    },
    { type: 'text-delta', id: '0', delta: 'Hi' },
    { type: 'source-url', url: '/a', title: 'A' },
    { type: 'error' },
  ];
  const server = createServer((_, response) => {
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\ndata: {"type":"text-delta","delta":"late"}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  assert.deepEqual(await Array.fromAsync(readAnswer(response.body!)), [
    { type: 'started', messageId: 'm' },
    { type: 'retrieved', results: [{ path: 'a', url: '', content: 'x', title: 'A', score: 1 }] },
    { type: 'text', delta: 'Hi' },
    { type: 'source', source: { url: '/a', title: 'A' } },
    { type: 'error', message: 'The answer failed.' },
  ]);
});

test('what is sent twice at once is sent once; after it has ended or failed it can be sent again', async () => {
  const sent: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const send = singleFlight(async (value: number) => {
    sent.push(value);
    ends.push(Promise.withResolvers());
    await ends.at(-1)!.promise;
  });
  const first = send(1);
  assert.equal(send(2), undefined);
  ends[0]!.reject(new Error('refused'));
  await assert.rejects(first!, /refused/);
  const third = send(3);
  ends[1]!.resolve();
  await third;
  assert.deepEqual(sent, [1, 3]);
});

test('what an answer did not see is what other pages hold; what it saw is cited, beside what is cited, or not', () => {
  const result = (url: string) => ({ path: url, content: '', metadata: { url, title: url, score: 0.5 } });
  const retrieved = ['/a#one', '/a#two', '/b'].map((url) => toRetrieved(result(url)));
  assert.deepEqual(
    leftOut(['/a#three', '/b#x', '/c', '/d#y'].map(result), retrieved).map(({ url, score }) => [url, score]),
    [
      ['/c', 0.5],
      ['/d#y', 0.5],
    ],
  );
  const sources = [{ url: '/a#one', title: 'A' }];
  assert.deepEqual(
    retrieved.map((section) => roleOf(section, sources)),
    ['cited', 'page cited', 'not cited'],
  );
  // docsify has the page behind the `#`.
  const [install] = ['/#/install?id=linux'].map((url) => toRetrieved(result(url)));
  const hashed = ['/#/install?id=macos', '/#/use'].map(result);
  assert.deepEqual(
    leftOut(hashed, [install!]).map(({ url }) => url),
    ['/#/use'],
  );
});

test('the playground takes from its address what it knows, as text', () => {
  const search = { page: '/a', version: 2, groups: '', thread: 'thr_1', with: ['x'], other: 'y' };
  assert.deepEqual(readPlaygroundSearch(search), { page: '/a', version: '2', thread: 'thr_1' });
});
