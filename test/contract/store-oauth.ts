import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endSessions } from '../../src/accounts/session.ts';
import { removeMember } from '../../src/accounts/manage-members.ts';
import { findUser, updateUser } from '../../src/store/users.ts';
import {
  consumeOAuthRecord,
  deleteEndedOAuthRecords,
  deleteGrant,
  findOAuthRecord,
  keepOAuthRecord,
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

  test('grants end with a membership, and only those for the organization’s projects', () =>
    withStore(newUrl, async (store) => {
      const mine = await seedProject(store, 'mine');
      const other = await seedProject(store, 'other');
      const userId = await seedMember(store, mine.organizationId, 'viewer');
      await add(store, 'Grant', 'a', { userId, projectId: mine.id });
      await add(store, 'Grant', 'b', { userId, projectId: other.id });
      await removeMember(store, { organizationId: mine.organizationId, userId });
      assert.deepEqual((await listGrants(store, userId, 1)).map(({ hash }) => hash), ['b']); // prettier-ignore
    }));

  test('a client is kept as long as its longest grant, and what has ended is swept', () =>
    withStore(newUrl, async (store) => {
      await add(store, 'Client', 'a');
      await add(store, 'Client', 'b');
      for (const expiresAt of [3_000, 2_000])
        await keepOAuthRecord(store, { model: 'Client', hash: 'a', expiresAt });
      await deleteEndedOAuthRecords(store, 1_000);
      assert.equal((await findOAuthRecord(store, 'Client', 'a', 1))?.expiresAt, 3_000);
      assert.equal(await findOAuthRecord(store, 'Client', 'b', 1), undefined);
    }));

  test('a person’s groups are those of the last sign-in at the identity provider', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const id = await seedMember(store, organizationId, 'viewer');
      const said = async () => {
        const { groups, groupsAt } = (await findUser(store, { id }))!;
        return [groups, groupsAt];
      };
      assert.deepEqual(await said(), [[], null]);
      await updateUser(store, id, { groups: ['a “b”', 'c'], groupsAt: 5 });
      await updateUser(store, id, { name: 'New' });
      assert.deepEqual(await said(), [['a “b”', 'c'], 5]);
    }));
}
