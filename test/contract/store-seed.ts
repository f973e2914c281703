import { openStore } from '../../src/store/open-store.ts';
import { addOrganization } from '../../src/store/organizations.ts';
import { addProject, type Project } from '../../src/store/projects.ts';
import type { Deployment } from '../../src/store/deployments.ts';
import type { KeyRecord } from '../../src/store/keys.ts';
import type { Store } from '../../src/store/store.ts';
import { addMember } from '../../src/store/members.ts';
import type { Role } from '../../src/store/people-tables.ts';
import { addThread } from '../../src/store/threads.ts';
import { addTurn, type Turn } from '../../src/store/turns.ts';
import { addUser } from '../../src/store/users.ts';
import { newId } from '../../src/lib/ids.ts';

/** Gives the address of a new database. */
export type NewUrl = () => Promise<string>;

/** Opens a store, SQLite in a thread with `DOCENT_DATABASE_THREAD=on`, as CI runs the contract too. */
export function openContractStore(url: string): Promise<Store> {
  return openStore({ url, thread: process.env['DOCENT_DATABASE_THREAD'] === 'on' });
}

/** Runs `work` on a store of its own and closes it. */
export async function withStore(newUrl: NewUrl, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openContractStore(await newUrl());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** A project in an organization of its own. */
export async function seedProject(store: Store, domain: string): Promise<Project> {
  const organization = await addOrganization(store, {
    id: newId('org'),
    name: domain,
    slug: domain,
    plan: {},
    createdAt: 1,
  });
  const project: Project = {
    id: newId('prj'),
    organizationId: organization.id,
    domain,
    name: domain,
    baseUrl: null,
    settings: {},
    sources: [{ kind: 'folder', path: `/docs/${domain}` }],
    currentDeploymentId: null,
    createdAt: 2,
  };
  await addProject(store, project);
  return project;
}

export function someKey(project: Project, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: newId('key'),
    kind: 'assistant',
    organizationId: project.organizationId,
    projectId: project.id,
    name: 'Site',
    hash: newId('hash'),
    hint: 'svc_dsc_…abcd',
    scopes: ['read', 'write'],
    ipAllowList: ['10.0.0.0/8'],
    originAllowList: ['https://docs.example.com'],
    expiresAt: 1_900_000_000_000,
    revokedAt: null,
    previews: false,
    budget: {},
    parentId: null,
    createdAt: 3,
    lastUsedAt: null,
    ...changes,
  };
}

export function someTurn(project: Project, changes: Partial<Turn> = {}): Turn {
  return {
    id: newId('turn'),
    projectId: project.id,
    threadId: 'thr_1',
    messageId: newId('msg'),
    question: 'How do I install it?',
    answer: 'With npm.',
    sources: [{ url: '/install#npm', title: 'Install' }],
    status: 'answered',
    reason: null,
    outcome: 'answered',
    usedMeaning: true,
    found: null,
    deploymentId: null,
    commit: null,
    usage: { inputTokens: 10, outputTokens: 4 },
    timings: { firstTextMs: 12, totalMs: 40 },
    costMicros: 1234,
    fp: 'anonymous',
    protocol: 'v2',
    model: 'extractive',
    currentPath: '/start',
    caller: 'api',
    createdAt: 10,
    ...changes,
  };
}

export function someDeployment(project: Project, changes: Partial<Deployment> = {}): Deployment {
  return {
    id: newId('dep'),
    projectId: project.id,
    status: 'queued',
    summary: 'Waiting',
    logs: [],
    steps: [],
    commit: null,
    sources: project.sources,
    indexFile: null,
    contentHash: null,
    progress: null,
    createdAt: 5,
    endedAt: null,
    cause: 'request',
    confirmed: false,
    restoredFrom: null,
    ...changes,
  };
}

/** Adds a turn to a thread, which is made when it is new. */
export async function ask(
  store: Store,
  project: Project,
  threadId: string,
  changes: Partial<Turn>,
): Promise<Turn> {
  const thread = { projectId: project.id, id: threadId, keyHash: 'a', fp: 'me', createdAt: 1, updatedAt: 1 };
  await addThread(store, thread);
  const turn = someTurn(project, { threadId, ...changes });
  await addTurn(store, turn);
  return turn;
}

export async function seedMember(
  store: Store,
  organizationId: string,
  role: Role,
  createdAt = 1,
): Promise<string> {
  const id = newId('usr');
  const person = { email: `${id}@example.com`.toLowerCase(), name: role, passwordHash: null, subject: null };
  await addUser(store, { id, ...person, createdAt, lastSeenAt: null });
  await addMember(store, { organizationId, userId: id, role, createdAt });
  return id;
}
