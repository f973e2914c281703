import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notion } from './notion.ts';

test('a page that was edited within the last minutes is read again, as it may have been edited since', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-02-01T12:30:20.000Z') });
  const page = { object: 'page', url: 'https://notion.so/p', properties: {} };
  const results = [
    { ...page, id: 'now', last_edited_time: '2026-02-01T12:30:00.000Z' },
    { ...page, id: 'before', last_edited_time: '2026-01-01T00:00:00.000Z' },
  ];
  const place = { url: new URL('https://notion.so'), what: [], token: 't', notionUrl: 'https://n.example' };
  const list = async () =>
    Array.fromAsync(
      notion.list(place, async () => ({ results, has_more: false })),
      ({ version }) => version,
    );
  const [recent, settled] = await list();
  t.mock.timers.tick(1);
  const [again, still] = await list();
  assert.notEqual(again, recent);
  assert.deepEqual([settled, still], ['2026-01-01T00:00:00.000Z', settled]);
});
