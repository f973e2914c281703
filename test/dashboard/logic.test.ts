import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Project } from '../../src/protocol/manage/project-schema.ts';
import { readEvents } from '../../web/dashboard/src/api/event-stream.ts';
import * as format from '../../web/dashboard/src/api/format.ts';
import { randomId } from '../../web/dashboard/src/api/random-id.ts';
import { request, RequestError, withQuery } from '../../web/dashboard/src/api/request.ts';
import { startList } from '../../web/dashboard/src/load-page.ts';
import { timeLeft } from '../../web/dashboard/src/pages/deployments/deployment-words.ts';
import { nameOf } from '../../web/dashboard/src/pages/jobs/job-name.ts';
import { leftOut, roleOf } from '../../web/dashboard/src/pages/playground/evidence.ts';
import { readPlaygroundSearch } from '../../web/dashboard/src/pages/playground/point-of-view.ts';
import { readAnswer, toRetrieved } from '../../web/dashboard/src/pages/playground/read-answer.ts';
import {
  conversationQuery,
  readConversationSearch,
} from '../../web/dashboard/src/pages/conversations/conversation-search.ts';
import {
  readGapSearch,
  readPageUseSearch,
  readSearchesSearch,
} from '../../web/dashboard/src/pages/list-search.ts';
import { reasonWord, removedWords } from '../../web/dashboard/src/pages/conversations/turn-words.ts';
import { changeOf } from '../../web/dashboard/src/ui/change-of.ts';
import { periodBefore } from '../../web/dashboard/src/ui/period-before.ts';
import { rangeOf, readPeriod } from '../../web/dashboard/src/ui/period-search.ts';
import { singleFlight } from '../../web/dashboard/src/ui/single-flight.ts';
import { turnStates } from '../../web/dashboard/src/ui/turn-states.ts';

test('a problem is told once: in the message of an error or in the list below it', () => {
  const details = [
    { path: 'sources', message: 'must exist.' },
    { path: 'name', message: 'is required' },
  ];
  const error = new RequestError(400, { message: 'The folder must exist.', details });
  assert.deepEqual(error.further, [details[1]]);
});

test('numbers, shares, times and money are short and say when there is nothing', () => {
  assert.deepEqual([format.formatNumber(99_999), format.formatNumber(1_234_567)], ['99,999', '1.2M']);
  assert.deepEqual([format.formatShare(0, 0), format.formatShare(1, 3)], ['–', '33.3%']);
  assert.deepEqual(
    [format.formatMs(null), format.formatMs(999.4), format.formatMs(1_500)],
    ['–', '999 ms', '1.5 s'],
  );
  assert.deepEqual([0, 4_200, 12_345_678].map(format.formatCost), ['–', '$0.0042', '$12.35']);
  assert.equal(format.formatDay('2026-11-21'), 'Nov 21');
});

test('how long ago it was is told in the largest unit that fits, past and to come', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => format.formatAgo(new Date(now - seconds * 1_000).toISOString(), now);
  assert.deepEqual([ago(44), ago(-44)], ['just now', 'just now']);
  assert.match(ago(5 * 60), /^5 min/);
  assert.match(ago(2 * 86_400), /^2 days ago$/);
  assert.match(ago(-3 * 86_400), /^in 3 days$/);
  assert.deepEqual([null, 12, 600].map(timeLeft), ['', ', about 12 s left', ', about 10 min left']);
});

test('an address names a period only by days and dates that there are', () => {
  assert.deepEqual(readPeriod({ days: 7 }), { days: 7 });
  assert.deepEqual(readPeriod({ from: '2026-03-01', to: '2026-03-07' }), {
    from: '2026-03-01',
    to: '2026-03-07',
  });
  for (const period of [
    { days: 1e12 },
    { days: -1 },
    { days: NaN },
    { from: '2026-99-99', to: '2026-99-99' },
  ])
    assert.deepEqual(readPeriod(period), {});
});

test('the period before is as long and ends the day before', () => {
  assert.deepEqual(periodBefore({ from: '2026-03-01', to: '2026-03-07' }), {
    from: '2026-02-22',
    to: '2026-02-28',
  });
  assert.deepEqual(periodBefore({ days: 7 }), { from: format.daysAgo(14), to: format.daysAgo(8) });
  assert.deepEqual([[3, 0], [0, 0], [6, 4], [2, 4], [5, 5]].map(([now, before]) => changeOf(now!, before!)), // prettier-ignore
    ['new', 'unchanged', '+50%', '−50%', 'unchanged']); // prettier-ignore
});

test('days are those of the server, wherever the reader is, also when clocks change', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  const zone = process.env['TZ'];
  for (const reader of ['Pacific/Tongatapu', 'Pacific/Honolulu', 'Europe/Berlin', 'America/New_York']) {
    process.env['TZ'] = reader;
    assert.equal(format.formatDay('2026-03-29'), 'Mar 29', reader);
    assert.equal(format.daysAgo(0), '2026-11-21');
    for (const date of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01']) {
      const { dateFrom, dateTo } = rangeOf({ from: date, to: date });
      assert.deepEqual([dateFrom, Date.parse(dateTo!) - Date.parse(date)], [date, 86_400_000], reader);
      const day = { from: date, to: date };
      assert.equal(periodBefore(day).to, periodBefore(day).from, `${reader}: as long as it, one day`);
    }
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('any time is any time, and an unknown order is the usual one', () => {
  assert.deepEqual(conversationQuery({ status: 'failed' }), { status: 'failed' });
  assert.deepEqual(conversationQuery({ days: 7 }), { dateFrom: format.daysAgo(7) });
  assert.deepEqual(readConversationSearch({ sort: 'cost' }), { sort: 'cost' });
  assert.deepEqual(readConversationSearch({ sort: 'colour' }), {});
});

test('the tab, order and time of a list are in its address, without what is usual', () => {
  const gaps = readGapSearch({ status: 'solved', sort: 'growth', days: 7, more: 'x' });
  assert.deepEqual(gaps, { status: 'solved', sort: 'growth', days: 7 });
  assert.deepEqual(readGapSearch({ status: 'open', sort: 'nothing' }), {});
  assert.deepEqual(readPageUseSearch({ sort: 'never' }), { sort: 'never' });
  assert.deepEqual(readSearchesSearch({ kind: 'all', sort: 'count' }), { kind: 'all' });
});

test('a transcript says why an answer is incomplete and what was taken out of it, in words', () => {
  assert.deepEqual(['not_in_docs', 'cut_short', 'from_tomorrow', 'constructor', null].map(reasonWord), [
    null,
    'the model stopped at its limit',
    'from tomorrow',
    'constructor',
    null,
  ]);
  assert.equal(removedWords({ citations: 0, links: 0, unsupported: 0 }), '');
  assert.equal(
    removedWords({ citations: 1, links: 2, unsupported: 1 }),
    '1 citation removed, 2 links removed, 1 sentence not in its source',
  );
});

test('a state has the same hue in a chart as in its badge, light and dark', () => {
  const hues = { good: [140, 180], warn: [30, 50], bad: [0, 20] };
  for (const { word, tone, color } of Object.values(turnStates)) {
    const [from, to] = hues[tone] as [number, number];
    const colors = color.match(/#\w{6}/g)!.map(hueOf);
    assert.equal(colors.length, 2);
    for (const hue of colors) assert.ok(from <= hue && hue <= to, `${word}: ${hue}`);
  }
});

/** In degrees: red 0, amber 40, green 140. https://www.w3.org/TR/css-color-4/#rgb-to-hsl */
function hueOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]; // prettier-ignore
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const sixths = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range; // prettier-ignore
  return Math.round(60 * sixths);
}

test('a query leaves out what is empty, and keeps zero', () => {
  assert.equal(withQuery('/a', { text: '', cursor: undefined, after: null }), '/a');
  assert.equal(withQuery('/a', { text: 'x y&z', limit: 0 }), '/a?text=x+y%26z&limit=0');
});

test('what is sent again unanswered has its first key, also on a page over http, which has no randomUUID', async (t) => {
  const { randomUUID } = crypto;
  t.after(() => Object.assign(crypto, { randomUUID }));
  Object.assign(crypto, { randomUUID: undefined });
  const keys: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    keys.push(headers['idempotency-key']);
    response.writeHead(keys.length === 1 ? 502 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const send = () => request('POST', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { a: 1 });
  await assert.rejects(send(), { status: 502 });
  await send();
  await send();
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.equal(keys[1], keys[0]);
  assert.notEqual(keys[2], keys[0], 'an answered request is not repeated');
  assert.notEqual(randomId(), randomId());
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

test('a job is called by its title, before it has one by the question that it answers or by its first line', () => {
  const name = (prompt: string, title: string | null = null) => nameOf({ prompt, title });
  assert.equal(name('Fix\nall', 'Fix the links'), 'Fix the links');
  const drafted = 'Readers ask this.\n\n<questions>\nWhich  port?\n\nIn their words:\n- x\n</questions>';
  assert.equal(name(drafted), 'Answer “Which port?”');
  assert.equal(name('  Mention pnpm\n\non the install page'), 'Mention pnpm');
  assert.equal(name('x'.repeat(500)).length, 100);
});

test('a list is asked for when its page is entered, not when a link to it is pointed at', async (t) => {
  const asked: string[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    asked.push(new URL(url, 'http://localhost').pathname);
    return Response.json({ items: [], nextCursor: null });
  });
  const open = (cause: 'preload' | 'enter' | 'stay') => {
    const project = { id: 'prj_1' } as Project;
    const load = { cause, context: { client }, parentMatchPromise: Promise.resolve({ loaderData: project }) };
    return startList(load, (queries) => queries.searches({}));
  };
  await open('preload');
  await open('stay');
  assert.deepEqual(asked, []);
  await open('enter');
  assert.deepEqual(asked.sort(), ['/manage/v1/projects/prj_1/searches', '/manage/v1/projects/prj_1/views']);
  client.clear();
});
