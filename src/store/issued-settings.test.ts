import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withIssuer, withoutEnded } from './issued-settings.ts';
import type { ProjectSettings } from './project-settings.ts';

const key = (by: string) => ({ by, until: null, from: [] });
const set = (before: ProjectSettings, readerJwksUrl: string, by: string | null) =>
  withIssuer(before, { ...before, readerJwksUrl }, by === null ? null : key(by));
const revoke = (settings: ProjectSettings, ...ids: string[]) =>
  ids.reduce((left, id) => withoutEnded(left, ({ by }) => by === id), settings);

test('keys that change a setting one after the other end in any order, and never bring back what another ended', () => {
  const all = set(set(set({}, 'person', null), 'a', 'a'), 'b', 'b');
  assert.equal(revoke(all, 'b').readerJwksUrl, 'a');
  assert.equal(revoke(all, 'a').readerJwksUrl, 'b');
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
  ])
    assert.deepEqual(revoke(all, ...order), { readerJwksUrl: 'person' });
  assert.deepEqual(revoke(set(set(all, 'c', 'b'), 'mine', null), 'a', 'b'), { readerJwksUrl: 'mine' });
});

test('what closes a door is no door, and what opened it is closed again', () => {
  const closed: ProjectSettings = { requireReader: true };
  const opened = withIssuer(closed, { requireReader: false }, key('a'));
  assert.deepEqual(revoke(opened, 'a'), closed);
  assert.deepEqual(withIssuer({}, closed, key('a')), closed);
});
