import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { seedProject, someDeployment, someKey, someTurn } from '../../test/contract/store-seed.ts';
import { mailServer } from '../../test/helpers/mail-server.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { groupProject } from '../analytics/group-new-questions.ts';
import { wordVectors } from '../analytics/question-vectors.ts';
import { createLog } from '../lib/log.ts';
import { newId } from '../lib/ids.ts';
import { removeMember } from '../accounts/manage-members.ts';
import { deletePerson } from '../accounts/delete-person.ts';
import { addDeployment } from '../store/deployments.ts';
import { addJob, changeJob, findJobById } from '../store/jobs.ts';
import { addKey } from '../store/keys.ts';
import { addMember, deleteMember } from '../store/members.ts';
import { findNotifications, saveNotifications } from '../store/notifications.ts';
import { findOrganization, updatePlan } from '../store/organizations.ts';
import { followPullRequest } from '../store/pull-request-work.ts';
import { addThread } from '../store/threads.ts';
import { addTurn } from '../store/turns.ts';
import { addUser } from '../store/users.ts';
import { createMailer } from './mail.ts';
import { type NotifyDeps, notifyAll } from './notify.ts';
import { changeNotifications } from './settings.ts';

/** A receiver of webhooks on this machine; `status` is what it answers. */
async function receiver(t: TestContext) {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, state };
}

test('alerts and the digest come once by mail and by signed webhook, and again by what failed', async (t) => {
  const [mail, hook] = [await mailServer(t), await receiver(t)];
  const store = await openTestStore(t);
  const project = await seedProject(store, 'docs');
  const { organizationId } = project;
  const now = await store.now();
  const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada', passwordHash: null, createdAt: now };
  await addUser(store, { ...user, lastSeenAt: null } as unknown as Parameters<typeof addUser>[1]);
  await addMember(store, { organizationId, userId: 'usr_1', role: 'owner', createdAt: now });
  const organization = await findOrganization(store, organizationId);
  await updatePlan(store, organizationId, { ...organization!.plan, privateHosts: ['127.0.0.1'] });

  const wanted = { emails: ['ada@example.com'], webhookUrl: hook.url, weekly: true, alerts: true };
  const strangers = { ...wanted, emails: ['someone@example.net'] };
  await assert.rejects(changeNotifications(store, organizationId, strangers), { code: 'invalid_request' });
  const secret = (await changeNotifications(store, organizationId, wanted))!;
  assert.match(secret, /^whsec_/);
  assert.equal(await changeNotifications(store, organizationId, wanted), null);
  const deps: NotifyDeps = {
    store,
    log: createLog('silent'),
    mail: createMailer(mail.url, 'Docent <docent@example.com>'),
    privateHosts: ['127.0.0.1'],
    dashboard: () => 'https://docs.example.com',
    creditsPerMonth: null,
  };
  const run = () => notifyAll(deps, new AbortController().signal);
  await run();
  assert.deepEqual([mail.mails.length, hook.received.length], [0, 0]);

  await addDeployment(
    store,
    someDeployment(project, { status: 'failure', summary: 'The branch is gone.', createdAt: now }),
  );
  await addKey(store, someKey(project, { id: newId('key'), name: 'Old site', expiresAt: now + 86_400_000 }));
  for (let nth = 0; nth < 5; nth++) {
    const thread = {
      projectId: project.id,
      id: `thr_${nth}`,
      keyHash: '',
      fp: '',
      createdAt: now,
      updatedAt: now,
    };
    await addThread(store, thread);
    const asked = {
      question: 'How do I dock a zeppelin?',
      status: 'unanswered',
      createdAt: now + nth,
    } as const;
    await addTurn(store, someTurn(project, { threadId: thread.id, ...asked }));
  }
  await groupProject(store, project.id, async () => wordVectors);
  hook.state.status = 503;
  await run();
  const subjects = () => mail.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]);
  assert.equal(mail.mails.length, 3);
  assert.match(subjects().join(), /deployment of docs failed/);
  assert.ok(mail.mails.every(({ to }) => to.join() === 'ada@example.com'));
  hook.state.status = 200;
  hook.received.length = 0;
  await run();
  await run();
  assert.equal(mail.mails.length, 3);
  assert.deepEqual(hook.received.map(({ body }) => JSON.parse(body).type).toSorted(), ['alert.deployment_failed', 'alert.gap_rising', 'alert.key_expiring']); // prettier-ignore

  // Pull requests that are open, also one whose last round failed; of a merged one nobody follows the job.
  for (const nth of [1, 2, 3]) {
    const job = { id: `job_${nth}`, projectId: project.id, model: 'm', repository: 'acme/site', ref: null };
    const added = { ...job, draft: false, prompt: 'Do it', createdAt: now };
    await addJob(store, added, null);
    const pullRequest = { id: `${nth}`, url: `https://github.com/acme/site/pull/${nth}` };
    const status = nth === 2 ? ('failed' as const) : ('completed' as const);
    const seen = (await findJobById(store, job.id))!;
    await changeJob(store, seen, { status, title: `Change ${nth}`, pullRequest }, []);
    if (nth < 3) await followPullRequest(store, job);
  }
  await saveNotifications(store, { ...(await findNotifications(store, organizationId))!, nextDigestAt: now });
  hook.state.status = 503;
  await run();
  hook.state.status = 200;
  hook.received.length = 0;
  await run();
  await run();
  assert.deepEqual([mail.mails.length, hook.received.length], [4, 1]);
  assert.match(mail.mails.at(-1)!.text, /How do I dock a zeppelin\? \(5\)/);
  const { text } = JSON.parse(hook.received.at(-1)!.body).data;
  assert.deepEqual(
    text
      .match(/wait for you\n((?:- .*\n?)+)/)?.[1]
      .trim()
      .split('\n'),
    ['- Change 1: https://github.com/acme/site/pull/1', '- Change 2: https://github.com/acme/site/pull/2'],
  );
  const { headers, body } = hook.received.at(-1)!;
  assert.equal(JSON.parse(body).type, 'digest');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);
});

test('who has left gets no mail', async (t) => {
  const mail = await mailServer(t);
  const store = await openTestStore(t);
  const { organizationId, ...project } = await seedProject(store, 'docs');
  const now = await store.now();
  const email = (name: string) => `${name}_@example.com`;
  for (const name of ['ada', 'bea', 'cleo', 'dora']) {
    const user = { id: name, email: email(name), name, passwordHash: null, subject: null, createdAt: now };
    await addUser(store, { ...user, lastSeenAt: null });
    await addMember(store, { organizationId, userId: name, role: 'owner', createdAt: now });
  }
  const emails = ['ada', 'bea', 'cleo', 'dora'].map(email);
  const wanted = { emails, webhookUrl: null, weekly: true, alerts: true };
  await changeNotifications(store, organizationId, wanted);
  const deps: NotifyDeps = {
    store,
    log: createLog('silent'),
    mail: createMailer(mail.url, 'Docent <docent@example.com>'),
    privateHosts: [],
    dashboard: () => 'https://docs.example.com',
    creditsPerMonth: null,
  };
  const fail = async () => {
    const failed = { status: 'failure', summary: 'The branch is gone.', createdAt: now } as const;
    await addDeployment(store, someDeployment({ organizationId, ...project }, failed));
    mail.mails.length = 0;
    await notifyAll(deps, new AbortController().signal);
    return mail.mails.map(({ to }) => to.join());
  };
  assert.deepEqual(await fail(), emails);
  await removeMember(store, { organizationId, userId: 'bea' });
  // As they were removed before addresses were dropped.
  await deleteMember(store, { organizationId, userId: 'cleo' });
  await deletePerson(store, email('dora'));
  assert.deepEqual(await fail(), [email('ada')]);
  await addMember(store, { organizationId, userId: 'bea', role: 'viewer', createdAt: now });
  assert.deepEqual(await fail(), [email('ada')], 'who comes back is not sent mail unasked');
});
