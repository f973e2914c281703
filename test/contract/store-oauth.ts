import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endSessions } from '../../src/accounts/session.ts';
import {
  consumeOAuthRecord,
  deleteGrant,
  findOAuthRecord,
  listGrants,
  putOAuthRecord,
} from '../../src/store/oauth-records.ts';
import type { Store } from '../../src/store/store.ts';
import { type NewUrl, seedMember, seedProject, withStore } from './store-seed.ts';

/** A code is used once, and nothing outlives its grant. */
export function oauthContract(newUrl: NewUrl): void {
  const add = (store: Store, model: string, hash: string, more: object = {}) =>
    putOAuthRecord(store, {
      model,
      hash,
      payload: '{}',
      grantHash: null,
      userId: null,
      clientId: null,
      projectId: null,
      createdAt: 1,
      consumedAt: null,
      expiresAt: 1_000,
      ...more,
    });

  test('a code that many requests use at once is used once', () =>
    withStore(newUrl, async (store) => {
      await add(store, 'AuthorizationCode', 'a');
      const uses = await Promise.all(
        Array.from({ length: 8 }, () => consumeOAuthRecord(store, 'AuthorizationCode', 'a', 5)),
      );
      assert.equal(uses.filter(Boolean).length, 1);
      assert.equal((await findOAuthRecord(store, 'AuthorizationCode', 'a', 999))?.consumedAt, 5);
      assert.equal(await findOAuthRecord(store, 'AuthorizationCode', 'a', 1_000), undefined);
    }));

  test('a grant ends with its tokens, by its person only, and with all sessions', () =>
    withStore(newUrl, async (store) => {
      const { organizationId, id: projectId } = await seedProject(store, 'mine');
      const userId = await seedMember(store, organizationId, 'viewer');
      const other = await seedMember(store, organizationId, 'viewer');
      const has = async (hash: string) =>
        (await findOAuthRecord(store, 'AccessToken', hash, 1)) !== undefined;
      for (const hash of ['a', 'b']) {
        await add(store, 'Grant', hash, { userId, projectId, clientId: 'c' });
        await add(store, 'AccessToken', `of ${hash}`, { grantHash: hash });
      }
      assert.deepEqual((await listGrants(store, userId, 1)).map(({ hash }) => hash), ['a', 'b']); // prettier-ignore
      assert.deepEqual(await listGrants(store, other, 1), []);
      assert.equal(await deleteGrant(store, { userId: other, hash: 'a' }), false);
      assert.equal(await has('of a'), true);
      assert.equal(await deleteGrant(store, { userId, hash: 'a' }), true);
      assert.deepEqual([await has('of a'), await has('of b')], [false, true]);
      await endSessions(store, userId);
      assert.equal(await has('of b'), false);
    }));
}
