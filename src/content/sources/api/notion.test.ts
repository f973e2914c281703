import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notion } from './notion.ts';

test('a page that was edited within the last minutes is read again, as it may have been edited since', async () => {
  const page = { object: 'page', url: 'https://notion.so/p', properties: {} };
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const results = [
    { ...page, id: 'now', last_edited_time: minute },
    { ...page, id: 'before', last_edited_time: '2026-01-01T00:00:00.000Z' },
  ];
  const place = { url: new URL('https://notion.so'), what: [], token: 't', notionUrl: 'https://n.example' };
  const list = async () =>
    Array.fromAsync(
      notion.list(place, async () => ({ results, has_more: false })),
      ({ version }) => version,
    );
  const [recent, settled] = await list();
  // The clock ticks.
  for (const begun = Date.now(); Date.now() === begun;);
  const [again, still] = await list();
  assert.notEqual(again, recent);
  assert.deepEqual([settled, still], ['2026-01-01T00:00:00.000Z', settled]);
});
