import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notion } from './notion.ts';

test('a page that was edited within the last minutes is read again, as it may have been edited since', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 27, 12, 30, 20) });
  const page = { object: 'page', url: 'https://notion.so/p', properties: {} };
  const minute = '2026-11-27T12:30:00.000Z';
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
  t.mock.timers.tick(20_000);
  const [again, still] = await list();
  assert.notEqual(again, recent);
  assert.deepEqual([settled, still], ['2026-01-01T00:00:00.000Z', settled]);
  t.mock.timers.tick(120_000);
  assert.equal((await list())[0], minute);
});
