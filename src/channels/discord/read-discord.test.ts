import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInteraction } from './read-discord.ts';

test('ids and tokens that would lead to another address are none', () => {
  const asked = {
    type: 2,
    id: '1',
    token: 'aW50ZXJhY3Rpb24_-',
    guild_id: '7',
    channel_id: '8',
    member: { user: { id: '9' } },
    data: { options: [{ name: 'question', value: 'How?' }] },
  };
  const events = (changes: object) => readInteraction({ ...asked, ...changes }).events.length;
  assert.equal(events({}), 1);
  for (const wrong of ['', '..', '1/2', '../9', 'a?b', 'a#b', 'a b', 'a%2fb', 'a.b']) {
    for (const field of ['id', 'token', 'guild_id', 'channel_id'])
      assert.equal(events({ [field]: wrong }), 0, `${field} ${wrong}`);
    assert.equal(events({ member: { user: { id: wrong } } }), 0, wrong);
  }
});
