import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptInvitation, checkAcceptance, invite, newSetupLink } from '../../src/accounts/invitation.ts';
import { changeRole, removeMember } from '../../src/accounts/manage-members.ts';
import { endSessions, findSignedIn, startSession } from '../../src/accounts/session.ts';
import { deletePerson } from '../../src/accounts/delete-person.ts';
import { recordAuditEvent } from '../../src/accounts/audit-event.ts';
import { DocentError } from '../../src/errors.ts';
import { newId } from '../../src/lib/ids.ts';
import { addAuditEntry, listAuditEntries } from '../../src/store/audit.ts';
import { findMembership, findProjectOfMember, listMembers } from '../../src/store/members.ts';
import { markTold, saveNotifications } from '../../src/store/notifications.ts';
import { findOrganization, renameOrganization, updatePlan } from '../../src/store/organizations.ts';
import { inTransaction, type Store } from '../../src/store/store.ts';
import { seedMember, seedProject, withStore, type NewUrl } from './store-seed.ts';

/** People belong to their organizations only, and an organization never loses its last owner. */
export function peopleContract(newUrl: NewUrl): void {
  test('a member finds the own organization and project, a stranger neither', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const userId = await seedMember(store, mine.organizationId, 'viewer');
      assert.equal((await findMembership(store, { userId, organization: 'mine' }))?.role, 'viewer');
      assert.equal(
        (await findMembership(store, { userId, organization: mine.organizationId }))?.role,
        'viewer',
      );
      assert.equal(await findMembership(store, { userId, organization: 'other' }), undefined);
      const found = await findProjectOfMember(store, { userId, domain: 'mine' });
      assert.deepEqual(found?.project, mine);
      assert.equal(await findProjectOfMember(store, { userId, domain: 'other' }), undefined);
      assert.equal(await findProjectOfMember(store, { userId, projectId: other.id }), undefined);
    }));

  test('two owners who remove each other at once leave one', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const owners = [
        await seedMember(store, organizationId, 'owner'),
        await seedMember(store, organizationId, 'owner'),
      ];
      const tries = await Promise.allSettled([
        removeMember(store, { organizationId, userId: owners[0]! }),
        changeRole(store, { organizationId, userId: owners[1]! }, 'viewer'),
      ]);
      const refused = tries.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      assert.equal(refused.length, 1);
      assert.equal((refused[0]!.reason as DocentError).code, 'conflict');
    }));

  test('of a deleted person no address is kept, and of others all', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const emails = [];
      for (let nth = 0; nth < 3; nth++) await seedMember(store, organizationId, 'owner');
      for (const { email } of (await listMembers(store, organizationId, { limit: 9 })).rows)
        emails.push(email);
      const wanted = { emails, webhookUrl: null, weekly: true, alerts: true };
      const more = { organizationId, secret: '', nextDigestAt: 0, issued: null };
      await saveNotifications(store, { ...wanted, ...more });
      const actor = { kind: 'system', id: null, name: 'x' } as const;
      await recordAuditEvent(store, {
        organizationId,
        actor,
        action: 'notifications.update',
        details: wanted,
      });
      for (const email of emails)
        await markTold(store, { organizationId, name: `key by ${email}`, createdAt: 1 }, 0);
      await deletePerson(store, emails[1]!);
      const tables = ['notifications', 'toldAlerts', 'auditEntries'] as const;
      for (const table of tables) {
        const kept = JSON.stringify(await store.db.selectFrom(table).selectAll().execute());
        assert.deepEqual(
          emails.map((email) => kept.includes(email)),
          [true, false, true],
          table,
        );
      }
    }));

  test('an invitation that two accept at once makes one member', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const invited = { organizationId, email: 'Eva@example.com', role: 'admin', invitedBy: 'x' } as const;
      const { token } = await invite(store, invited);
      const eva = { token, name: 'Eva', password: 'a long enough password', signedIn: null };
      const accept = async () => acceptInvitation(store, await checkAcceptance(store, eva));
      const tries = await Promise.allSettled([accept(), accept()]);
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
      const { rows } = await listMembers(store, organizationId, { limit: 9 });
      assert.deepEqual(rows.map(({ email, role }) => [email, role]), [['eva@example.com', 'admin']]); // prettier-ignore
      assert.equal(await newSetupLink(store, { id: organizationId }), null);
    }));

  test('what fails within a change is undone alone; when the change fails, all of it is', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const fail = (work: Promise<unknown>) => assert.rejects(work, /no/);
      const renamed = async (store: Store, name: string) => {
        await renameOrganization(store, organizationId, name);
        throw new Error('no');
      };
      await inTransaction(store, async (outer) => {
        await renameOrganization(outer, organizationId, 'outer');
        await inTransaction(outer, (inner) => updatePlan(inner, organizationId, { creditsPerMonth: 7 }));
        await fail(inTransaction(outer, (inner) => renamed(inner, 'inner')));
      });
      const { name, plan } = (await findOrganization(store, organizationId))!;
      assert.deepEqual([name, plan], ['outer', { creditsPerMonth: 7 }]);
      await fail(
        inTransaction(store, async (outer) => {
          await inTransaction(outer, (inner) => updatePlan(inner, organizationId, {}));
          await renamed(outer, 'nobody sees this');
        }),
      );
      const after = (await findOrganization(store, organizationId))!;
      assert.deepEqual([after.name, after.plan], ['outer', { creditsPerMonth: 7 }]);
    }));

  test('a session is found by its secret until it is ended', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const userId = await seedMember(store, organizationId, 'owner');
      const [first, second] = [await startSession(store, userId), await startSession(store, userId)];
      const { sessionId, user } = (await findSignedIn(store, first))!;
      assert.equal(user.id, userId);
      await endSessions(store, userId, sessionId);
      assert.equal(await findSignedIn(store, second), null);
      await endSessions(store, userId);
      assert.equal(await findSignedIn(store, first), null);
      assert.equal(await findSignedIn(store, 'ses_nonsense'), null);
    }));

  test('a session that nobody used for 30 days, or that is 90 days old, is over', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const userId = await seedMember(store, organizationId, 'owner');
      const dayMs = 86_400_000;
      for (const [createdAt, lastSeenAt] of [
        [0, 31],
        [91, 0],
      ]) {
        // prettier-ignore
        const secret = await startSession(store, userId);
        const now = Date.now();
        const times = { createdAt: now - createdAt! * dayMs, lastSeenAt: now - lastSeenAt! * dayMs };
        await store.db.updateTable('sessions').set(times).execute();
        assert.equal(await findSignedIn(store, secret), null);
      }
    }));

  test('lists go on after their cursor, each row once, also when times are equal', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      for (let nth = 0; nth < 5; nth++) await seedMember(store, organizationId, 'viewer', nth < 3 ? 7 : 8);
      const entry = {
        organizationId,
        projectId: null,
        actorKind: 'user',
        actorId: 'u',
        actorName: 'U',
      } as const;
      const event = { action: 'a', target: null, details: {}, ip: null };
      for (let nth = 0; nth < 5; nth++) {
        await addAuditEntry(store, { ...entry, ...event, id: newId('aud'), createdAt: nth < 3 ? 7 : 8 });
      }
      const members = await allPages((page) => listMembers(store, organizationId, page));
      assert.equal(new Set(members.map(({ userId }) => userId)).size, 5);
      const entries = await allPages((page) => listAuditEntries(store, { organizationId }, page));
      assert.equal(new Set(entries.map(({ id }) => id)).size, 5);
      assert.equal(entries[0]!.createdAt, 8);
      const ranged = await listAuditEntries(store, { organizationId, from: 7, to: 8 }, { limit: 9 });
      assert.equal(ranged.rows.length, 3);
    }));
}

type Place = { at: number; id: string };

async function allPages<Row>(
  read: (page: { limit: number; after?: Place }) => Promise<{ rows: Row[]; next: Place | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: Place | undefined; ;) {
    const { rows, next } = await read({ limit: 2, ...(after && { after }) });
    all.push(...rows);
    if (next === null) return all;
    after = next;
  }
}
