import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createKey, revokeKey } from '../../src/accounts/manage-keys.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { newId } from '../../src/lib/ids.ts';
import { addChannelQuestion, updateChannelQuestion } from '../../src/store/channel-questions.ts';
import { putOAuthRecord } from '../../src/store/oauth-records.ts';
import { addOrganization } from '../../src/store/organizations.ts';
import { addTrigger } from '../../src/store/triggers.ts';
import { ask, turnOf } from './ask.ts';
import { ended } from './deployments.ts';
import { docsFolder } from './docs-folder.ts';
import { eventually } from './eventually.ts';
import { signedInAs } from './people.ts';
import { commitFiles, temporaryFolder } from './repository.ts';
import type { TestServer } from './server.ts';

/** What a tenant's things are called, under the names that `/openapi.json` has for them. */
export type Things = Record<string, string>;

export type Tenant = {
  /** A word that is in every text of the tenant, and in nobody else's. */
  word: string;
  things: Things;
  /** The same things by the projects that the routes of previews and of pushes are for. */
  previews: Things;
  pushed: Things;
  organization: Parameters<typeof createKey>[1] & { id: string };
  owner: Awaited<ReturnType<typeof signedInAs>>;
  assistantKey: string;
};

/** An organization with one of everything that it can have, made as its people and readers make it. */
export async function makeTenant(
  server: TestServer,
  t: { after(clean: () => Promise<void>): void },
  word: string,
): Promise<Tenant> {
  const { store } = server.app;
  const folder = await docsFolder({
    'index.md': `# ${word}\n\nThe ${word} is moored at [the pier](pier-old.md).\n`,
    'harbour/pier-old.md': `# The pier\n\nThe pier of ${word} is made of oak.\n`,
  });
  t.after(() => folder.remove());
  const repository = join(await temporaryFolder(t), 'docs.git');
  await commitFiles(repository, { 'index.md': `# Branches of ${word}\n` });
  await commitFiles(repository, { 'index.md': `# A branch of ${word}\n` }, 'next');
  const limits = { keysPerHour: 1_000, analyticsPerHour: 10_000, deploymentsPer10Seconds: 1_000 };
  const slug = word.toLowerCase();
  const organization = {
    id: newId('org'),
    name: `${word} Inc.`,
    slug,
    plan: { limits, folders: [folder.path, repository] },
    createdAt: 1,
  };
  await addOrganization(store, organization);
  const owner = await signedInAs(server, organization.id, 'owner');
  const make = async (path: string, body?: unknown, method = 'POST') => {
    const answer = await owner.send(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const within = `/manage/v1/organizations/${organization.id}`;
  const project = (name: string, source: object, settings: object = {}) =>
    make(`${within}/projects`, {
      name: `${word} ${name}`,
      domain: `${slug}-${name}`,
      sources: [source],
      settings,
    });
  const key = async (wanted: object) => make(`${within}/keys`, { name: `Key of ${word}`, ...wanted });

  const docs = await project('docs', { kind: 'folder', path: folder.path });
  const at = `/manage/v1/projects/${docs.id}`;
  const admin = await key({ kind: 'admin' });
  const assistant = await key({ kind: 'assistant', projectId: docs.id });
  const own = {
    ...server,
    projectId: docs.id,
    domain: docs.domain,
    assistantKey: assistant.secret,
    adminKey: admin.secret,
  };
  const [queued] = (await owner.get(`${at}/deployments`)).body.items;
  const deployment = await ended(own, queued.id);
  assert.equal(deployment.status, 'success', JSON.stringify(deployment));

  const fp = `${slug}-reader`;
  const first = await ask(own, `Which zeppelins can ${word} refuel overnight?`, { fp });
  await ask(own, `Is payroll of gardeners taxed by ${word}land?`, { fp });
  await groupProject(store, docs.id, async () => wordVectors);
  const turn = await turnOf(own, first);
  const gaps = (await owner.get(`${at}/topics`)).body.items.map(({ id }: { id: string }) => id);
  assert.equal(gaps.length, 2);
  const questions = await Promise.all(
    gaps.map(async (id: string) => (await owner.get(`${at}/gaps/${id}`)).body.questions),
  );
  const ofGap = questions.findIndex(([{ threadId }]) => threadId === first.threadId);
  const [gapId, otherGap] = [gaps[ofGap], gaps[1 - ofGap]];

  const job = await make(`/v2/agent/${docs.id}/job`, { prompt: `Fix the links of ${word}`, gapId });
  await eventually(
    () => owner.get(`/v2/agent/${docs.id}/job/${job.id}`),
    ({ body }) => body.status !== 'active',
  );

  const pushed = await project('pushed', { kind: 'pushed' });
  const text = `# Pushed\n\n${word} was pushed.\n`;
  await make(`/manage/v1/projects/${pushed.id}/push/texts`, { texts: [text] });

  const branches = await project('branches', { kind: 'git', url: `file://${repository}` });
  const preview = await make(`/manage/v1/projects/${branches.id}/previews`, { branch: 'next' });
  await ended(own, preview.statusId);

  await make(`${at}/webhook`);
  const asked = { projectId: docs.id as string, channel: 'github', id: `issue:${slug}-draft`, version: 0 };
  const said = { fp: `github:${slug}`, threadId: `github:${slug}`, asked: { text: word, person: slug } };
  await addChannelQuestion(store, { ...asked, ...said });
  await updateChannelQuestion(store, asked, {
    state: 'draft',
    answer: { markdown: word, sources: '', support: null },
  });
  const invitation = await make(`${within}/invitations`, { email: `${slug}@example.com`, role: 'viewer' });
  const view = await make(`${at}/views`, { list: 'gaps', name: `View of ${word}`, filters: {} });
  const question = { question: `Where is ${word}?`, expected: '/index', threadId: first.threadId };
  const evalQuestion = await make(`${at}/eval-questions`, question);
  await make(`${at}/conversations/${first.threadId}`, { note: `Note of ${word}` }, 'PATCH');
  const member = await signedInAs(server, organization.id, 'viewer');
  const response = await fetch(`${server.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${assistant.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: docs.domain, input: `What is the pier of ${word} made of?` }),
  });
  const responseId = ((await response.json()) as { id: string }).id;
  const triggerId = newId('trg');
  const about = { prompt: word };
  const connectionId = newId('con');
  await putOAuthRecord(store, {
    model: 'Grant',
    hash: connectionId,
    payload: word,
    grantHash: connectionId,
    userId: owner.userId,
    clientId: 'https://client.example.com/metadata',
    projectId: docs.id,
    createdAt: 1,
    consumedAt: null,
    expiresAt: 9_000_000_000_000,
  });
  await addTrigger(store, { id: triggerId, projectId: docs.id, kind: 'schedule', subject: slug, about });
  const [session] = (await owner.get('/manage/v1/sessions')).body.items;

  const things: Things = {
    organization: organization.id,
    projectId: docs.id,
    domain: docs.domain,
    model: docs.domain,
    deploymentId: deployment._id,
    statusId: deployment._id,
    id: job.id,
    jobId: job.id,
    gapId,
    topicId: gapId,
    gapIds: otherGap,
    to: otherGap,
    threadId: first.threadId,
    threadKey: first.threadKey,
    chatId: first.threadId,
    turnIds: turn.id,
    messageId: turn.messageId,
    fp,
    userId: member.userId,
    ownerId: member.userId,
    sessionId: session.id,
    keyId: assistant.id,
    invitationId: invitation.id,
    questionId: evalQuestion.id,
    viewId: view.id,
    previewId: preview.id,
    draftId: `github:${asked.id}`,
    responseId,
    triggerId,
    connectionId,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  return {
    word,
    things,
    previews: { ...things, projectId: branches.id },
    pushed: { ...things, projectId: pushed.id },
    organization,
    owner,
    assistantKey: assistant.secret,
  };
}

/** A secret of a key of a tenant that is over. */
export async function endedKey(server: TestServer, { organization }: Tenant, how: 'expired' | 'revoked') {
  const { store } = server.app;
  const { key, secret } = await createKey(store, organization, { kind: 'admin', name: how });
  if (how === 'revoked') await revokeKey(store, { organizationId: organization.id, id: key.id });
  else await store.db.updateTable('keys').set({ expiresAt: 1 }).where('id', '=', key.id).execute();
  return secret;
}
