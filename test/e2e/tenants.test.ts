// Every operation of /openapi.json × every caller, with the ids of another tenant: each gets what it gets for ids that nobody has.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createKey } from '../../src/accounts/manage-keys.ts';
import { type TestServer, startServer } from '../helpers/server.ts';
import { signedInAs } from '../helpers/people.ts';
import { endedKey, makeTenant, type Tenant, type Things } from '../helpers/tenant.ts';

type Sent = { method: string; path: string; body: unknown };
type Answer = { status: number; headers: Headers; text: string };
type Caller = (sent: Sent) => Promise<Answer>;
type Operation = {
  /** Method and path. */
  name: string;
  method: string;
  path: string;
  /** In its path and its query. */
  params: string[];
  query: string[];
  /** What its body names. */
  refs: string[];
  hasBody: boolean;
  isAdmin: boolean;
  /** Asks for no key and no role. */
  isOpen: boolean;
};

/** What an operation's body is made of; `things` holds what it names. */
const bodies: Record<string, (things: Things) => unknown> = {
  'post /discovery/v1/assistant/{domain}/message': ({ threadId, threadKey }) => ({
    fp: 'a',
    threadId,
    threadKey,
    messages: [{ id: '1', role: 'user', content: 'pier?', parts: [] }],
  }),
  'post /discovery/v2/assistant/{domain}/message': ({ threadId, threadKey }) => ({
    fp: 'a',
    threadId,
    threadKey,
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'pier?' }] }],
  }),
  'post /discovery/v1/search/{domain}': () => ({ query: 'pier' }),
  'post /discovery/v1/page/{domain}': () => ({ path: 'index.md' }),
  'post /discovery/v1/feedback/{domain}': ({ messageId }) => ({ messageId, helpful: false }),
  'post /mcp/{domain}': () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  'post /v1/chat/completions': ({ model, threadId, threadKey }) => ({
    model,
    messages: [{ role: 'user', content: 'pier?' }],
    metadata: { threadId, threadKey },
  }),
  'post /v1/responses': ({ model, responseId }) => ({
    model,
    input: 'pier?',
    previous_response_id: responseId,
  }),
  'post /v1/project/update/{projectId}': () => ({}),
  'post /v2/agent/{projectId}/job': ({ gapId }) => ({ prompt: 'Fix the links', gapId }),
  'post /v2/agent/{projectId}/job/{id}/message': () => ({ prompt: 'More' }),
  'post /manage/v1/session': () => ({ email: 'nobody@example.com', password: 'x' }),
  'patch /manage/v1/user': () => ({ name: 'Somebody' }),
  'post /manage/v1/password-reset': () => ({ email: 'nobody@example.com' }),
  'post /manage/v1/password-reset/complete': () => ({ token: 'x', password: 'a long enough password' }),
  'post /manage/v1/invitation/read': () => ({ token: 'x' }),
  'post /manage/v1/invitation/accept': () => ({ token: 'x' }),
  'post /manage/v1/organizations/{organization}/invitations': () => ({
    email: 'new@example.com',
    role: 'viewer',
  }),
  'post /manage/v1/organizations': () => ({ name: 'New' }),
  'patch /manage/v1/organizations/{organization}': () => ({ name: 'Renamed' }),
  'delete /manage/v1/organizations/{organization}': () => ({ name: 'Renamed' }),
  'patch /manage/v1/organizations/{organization}/members/{userId}': () => ({ role: 'admin' }),
  'post /manage/v1/organizations/{organization}/projects': () => ({
    name: 'New',
    sources: [{ kind: 'pushed' }],
  }),
  'patch /manage/v1/projects/{projectId}': () => ({ name: 'Renamed' }),
  'post /manage/v1/organizations/{organization}/sources/check': ({ projectId }) => ({
    source: { kind: 'pushed' },
    projectId,
  }),
  'post /manage/v1/organizations/{organization}/keys': ({ projectId }) => ({
    kind: 'assistant',
    name: 'New',
    projectId,
  }),
  'patch /manage/v1/organizations/{organization}/keys/{keyId}': () => ({ originAllowList: [] }),
  'patch /manage/v1/organizations/{organization}/plan': () => ({ creditsPerMonth: 1 }),
  'patch /manage/v1/organizations/{organization}/notifications': () => ({
    emails: [],
    webhookUrl: null,
    weekly: false,
    alerts: false,
  }),
  'patch /manage/v1/projects/{projectId}/conversations/{threadId}': () => ({ note: 'New' }),
  'post /manage/v1/projects/{projectId}/eval-questions': ({ threadId }) => ({
    question: 'New?',
    expected: null,
    threadId,
  }),
  'post /manage/v1/projects/{projectId}/views': () => ({ list: 'gaps', name: 'New', filters: {} }),
  'patch /manage/v1/projects/{projectId}/gaps/{gapId}': ({ ownerId, jobId }) => ({
    note: 'New',
    ownerId,
    jobId,
  }),
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/merge': ({ gapIds }) => ({ gapIds: [gapIds] }),
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/unmerge': ({ gapIds }) => ({ gapIds: [gapIds] }),
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/move': ({ turnIds, to }) => ({ turnIds: [turnIds], to }),
  'post /manage/v1/projects/{projectId}/triggers/{triggerId}/move': () => ({ place: 'first' }),
  'post /manage/v1/projects/{projectId}/deployments/{deploymentId}/restore': () => ({}),
  'post /manage/v1/projects/{projectId}/push': ({ sha256 }) => ({ files: [{ path: 'a.md', sha256 }] }),
  'post /manage/v1/projects/{projectId}/push/texts': () => ({ texts: ['# New\n'] }),
  'post /manage/v1/projects/{projectId}/previews': () => ({ branch: 'next' }),
};

/** What a path or a query needs, and is the same for everybody. */
const plain: Record<string, string> = { path: 'index.md', round: '1', channel: 'discord' };
/** Names of things in bodies that do not end in `Id`. */
const otherRefs = ['to', 'model', 'sha256'];
/** Ids of things at other services. */
const foreignIds = ['applicationId'];

/** What is refused to the owner of all that is named. */
const refusedToOwners: Record<string, number> = {
  // For operators.
  'patch /manage/v1/organizations/{organization}/plan': 403,
  'get /manage/v1/operator/organizations': 403,
  // Its only question was moved just before.
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/job': 404,
  // It is not set up.
  'post /manage/v1/projects/{projectId}/channels/{channel}/test': 404,
  'post /manage/v1/projects/{projectId}/channels/{channel}/register': 404,
  // It was posted just before.
  'delete /manage/v1/projects/{projectId}/drafts/{draftId}': 404,
  // Docs so short have no sections in their list.
  'get /{domain}/llms/{path}': 404,
  // Its key and its conversation were deleted just before.
  'get /v1/responses/{id}': 404,
  'delete /v1/responses/{id}': 401,
};

let server: TestServer;
let ours: Tenant;
let theirs: Tenant;
let operations: Operation[];
/** Of our organization, and of keys of theirs that are over. */
const strangers: Record<string, Caller> = {};
/** Of theirs, who may not change anything. */
const theirReaders: Record<string, { caller: Caller; code: string }> = {};
const isOver = /^expired|^revoked/;
const cleanUp: (() => Promise<void>)[] = [];

before(async () => {
  const t = { after: (clean: () => Promise<void>) => void cleanUp.push(clean) };
  server = await startServer({ settings: { DOCENT_FOLDERS: '/' }, work: ['job', 'deployment'] });
  const document: any = await (await fetch(`${server.url}/openapi.json`)).json();
  operations = operationsOf(document);
  ours = await makeTenant(server, t, 'Anemone');
  theirs = await makeTenant(server, t, 'Barnacle');
  const key = async ({ organization }: Tenant, scope: 'read' | 'write') => {
    const wanted = { kind: 'admin' as const, name: 'k', scopes: [scope] };
    return withKey((await createKey(server.app.store, organization, wanted)).secret);
  };
  const person = async ({ organization }: Tenant, role: 'owner' | 'admin' | 'viewer' | null) =>
    withSession((await signedInAs(server, organization.id, role)).send);
  Object.assign(strangers, {
    nobody: withKey(undefined),
    'public key': withKey(ours.assistantKey),
    'read key': await key(ours, 'read'),
    'write key': await key(ours, 'write'),
    member: await person(ours, 'admin'),
    viewer: await person(ours, 'viewer'),
    owner: await person(ours, 'owner'),
    'person without an organization': await person(ours, null),
    'expired key of theirs': withKey(await endedKey(server, theirs, 'expired')),
    'revoked key of theirs': withKey(await endedKey(server, theirs, 'revoked')),
  });
  Object.assign(theirReaders, {
    'public key': { caller: withKey(theirs.assistantKey), code: 'wrong_key_kind' },
    'read key': { caller: await key(theirs, 'read'), code: 'insufficient_scope' },
    viewer: { caller: await person(theirs, 'viewer'), code: 'insufficient_role' },
  });
});
after(async () => {
  await server.close();
  for (const clean of cleanUp) await clean();
});

test('every operation can be asked: its parameters, its body and all that its body names', () => {
  assert.ok(operations.length > 100);
  for (const { name, params, refs, hasBody } of operations) {
    for (const param of params)
      assert.ok(param in theirs.things || param in plain, `${name}: nothing to fill ${param} with`);
    assert.equal(name in bodies, hasBody, `${name}: its body`);
    const body = JSON.stringify(bodies[name]?.(theirs.things)) ?? '';
    for (const ref of refs)
      assert.ok(body.includes(theirs.things[ref] ?? '?'), `${name}: no ${ref} in its body`);
  }
  const known = new Set(operations.map(({ name }) => name));
  assert.deepEqual(Object.keys({ ...bodies, ...refusedToOwners }).filter((name) => !known.has(name)), []); // prettier-ignore
  for (const [name, id] of Object.entries(theirs.things)) assert.notEqual(id, ours.things[name], name);
});

let atFirst: object;
test('their things are there for who may see them', async () => {
  atFirst = await stateOfTheirs();
});

test('what a stranger sees of its own holds nothing of theirs', async () => {
  const problems: string[] = [];
  for (const who of ['public key', 'read key', 'owner', 'person without an organization'])
    for (const operation of operations.filter(({ method, isOpen }) => method === 'get' || isOpen)) {
      const sent = requestOf(operation, thingsOf(ours, operation));
      const told = tellsOfTheirs(await strangers[who]!(sent), sent);
      problems.push(...told.map((each) => `${operation.name} by ${who} tells ${each}`));
    }
  assert.deepEqual(problems, []);
});

test('whoever is not of theirs gets for their ids what anybody gets for ids that do not exist', async () => {
  const problems: string[] = [];
  for (const [who, caller] of Object.entries(strangers))
    for (const operation of operations)
      for (const [what, given, none] of variantsOf(operation)) {
        const sent = requestOf(operation, given);
        const answer = await caller(sent);
        // What a key that is over gets is below.
        const expected = isOver.test(who) ? answer : await caller(requestOf(operation, none));
        const { status } = answer;
        const wrong = tellsOfTheirs(answer, sent);
        if (expected !== answer && !isDeepStrictEqual(shownOf(answer, given), shownOf(expected, none)))
          wrong.push(`instead of ${expected.status} ${expected.text.slice(0, 300)}`);
        if (!operation.isOpen && what === 'all' && ![401, 403, 404].includes(status)) wrong.push('a refusal');
        if (!operation.isOpen && isOver.test(who) && status !== 401) wrong.push('instead of 401');
        if (status === 429 || status >= 500) wrong.push('says nothing');
        const asked = `${operation.name} by ${who}, ${what} of theirs: ${status} ${answer.text.slice(0, 300)}`;
        problems.push(...wrong.map((each) => `${asked} (${each})`));
        // With this key or role, nothing is looked up.
        if (status === 401 || status === 403) break;
      }
  assert.deepEqual(problems, []);
});

test('who may only read of theirs changes nothing', async () => {
  for (const [who, { caller, code }] of Object.entries(theirReaders))
    for (const operation of operations.filter(({ method, isAdmin }) => isAdmin && method !== 'get')) {
      const { status, text } = await caller(requestOf(operation, thingsOf(theirs, operation)));
      assert.deepEqual([status, JSON.parse(text).code], [403, code], `${operation.name} by ${who}: ${text}`);
    }
});

test('after all of that, everything of theirs is as it was', async () => {
  assert.deepEqual(await stateOfTheirs(), atFirst);
});

test('all that was named is there: its owner is refused nothing', async () => {
  const owner = withSession(theirs.owner.send);
  const reader = withKey(theirs.assistantKey);
  const refused: Record<string, string> = {};
  for (const operation of inOrder(operations).filter(({ isOpen, params }) => !isOpen && params.length > 0)) {
    const sent = requestOf(operation, thingsOf(theirs, operation));
    const { status, text } = await (operation.isAdmin ? owner : reader)(sent);
    if (status < 300 || status === 409) continue;
    if (refusedToOwners[operation.name] !== status) refused[operation.name] = `${status} ${text}`;
  }
  assert.deepEqual(refused, {});
});

const isScope = (name: string) => ['organization', 'projectId', 'domain'].includes(name);

function thingsOf(tenant: Tenant, { path }: Operation): Things {
  if (path.includes('/previews')) return tenant.previews;
  if (path.includes('/responses/')) return { ...tenant.things, id: tenant.things['responseId']! };
  return path.includes('/push') ? tenant.pushed : tenant.things;
}

/** As like theirs as can be, and nobody's. */
const nobodys = (things: Things): Things =>
  Object.fromEntries(Object.entries(things).map(([name, id]) => [name, id.replace(/.{6}$/, '000000')]));

/** What to ask an operation with, and with what of nobody's it is compared: all of theirs, and one of theirs among our own. */
function* variantsOf(operation: Operation): Generator<[string, Things, Things]> {
  const names = [...operation.params, ...operation.refs].filter((name) => !(name in plain));
  if (names.length === 0) return;
  const [own, foreign] = [thingsOf(ours, operation), thingsOf(theirs, operation)];
  const none = nobodys(foreign);
  yield ['all', foreign, none];
  for (const name of new Set(names)) {
    const isPlace = operation.path.includes(`{${name}}`) && isScope(name);
    if (!isPlace && names.length > 1)
      yield [name, { ...own, [name]: foreign[name]! }, { ...own, [name]: none[name]! }];
  }
}

function requestOf({ name, method, path, query }: Operation, things: Things): Sent {
  const value = (param: string) => encodeURIComponent(things[param] ?? plain[param]!);
  const asked = query.map((param) => `${param}=${value(param)}`).join('&');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => value(param));
  return { method, path: asked === '' ? filled : `${filled}?${asked}`, body: bodies[name]?.(things) };
}

/** An answer without what differs between two of the same, and with the names of what was sent in place of it. */
function shownOf({ status, headers, text }: Answer, sent: Things) {
  const shown = (value: string) => {
    let left = value;
    for (const [name, id] of Object.entries(sent)) left = left.replaceAll(id, `{${name}}`);
    // Its owner's and its readers' own requests count.
    return left
      .replaceAll(
        /("name":"(?:analyticsPerHour|deploymentsPer10Seconds)","limit":\d+),"used":\d+,"remaining":\d+/g,
        '$1',
      )
      .replaceAll(/\b[a-z]+_[\w-]{20,}/g, '{id}')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}');
  };
  const passing = /^(?:date|x-request-id|ratelimit.*|connection|keep-alive|content-length|set-cookie)$/;
  const fields = [...headers]
    .filter(([name]) => !passing.test(name))
    .map(([name, value]) => [name, shown(value)]);
  return { status, headers: fields, body: shown(text) };
}

/** What an answer says of theirs that was not in the question. */
function tellsOfTheirs({ text, headers }: Answer, sent: Sent): string[] {
  const [asked, answer] = [decodeURIComponent(JSON.stringify(sent)), JSON.stringify([text, ...headers])];
  const secrets = [theirs.word, ...Object.values(theirs.things)];
  return secrets.filter((secret) => !asked.includes(secret) && answer.includes(secret));
}

/** All that their owner can see, by operation. */
async function stateOfTheirs() {
  const owner = withSession(theirs.owner.send);
  const seen: Record<string, ReturnType<typeof shownOf>> = {};
  for (const operation of operations.filter(({ method, isAdmin }) => method === 'get' && isAdmin)) {
    const answer = await owner(requestOf(operation, thingsOf(theirs, operation)));
    seen[operation.name] = shownOf(answer, {});
    assert.equal(answer.status, refusedToOwners[operation.name] ?? 200, `${operation.name}: ${answer.text}`);
  }
  return seen;
}

/** First what reads, then what changes, at last what deletes: what is smaller and what stands later before the rest. */
function inOrder(all: Operation[]): Operation[] {
  const [deletes, others] = [all.filter(({ method }) => method === 'delete'), all.filter(({ method }) => method !== 'delete')]; // prettier-ignore
  return [
    ...others.toSorted((a, b) => Number(b.method === 'get') - Number(a.method === 'get')),
    ...deletes.toReversed().toSorted((a, b) => b.params.length - a.params.length),
  ];
}

function operationsOf({ paths, components }: any): Operation[] {
  const namesIn = (schema: any): string[] => {
    const resolved = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)];
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolved ?? {};
    const inner = [items, ...anyOf, ...oneOf, ...allOf, ...Object.values(properties)].filter(Boolean);
    return [...Object.keys(properties), ...inner.flatMap(namesIn)];
  };
  return Object.entries<any>(paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { parameters = [], requestBody, security }]) => {
      const named = (where: string) => parameters.filter((each: any) => each.in === where);
      const query = named('query').filter(({ name, required }: any) => required || /Ids?$/.test(name) || name === 'domain'); // prettier-ignore
      const body = namesIn(requestBody?.content['application/json'].schema);
      return {
        name: `${method} ${path}`,
        method,
        path,
        query: query.map(({ name }: any) => name),
        params: [...named('path'), ...query].map(({ name }: any) => name),
        refs: [
          ...new Set(
            body.filter(
              (name) => (/[a-z]Ids?$/.test(name) && !foreignIds.includes(name)) || otherRefs.includes(name),
            ),
          ),
        ],
        hasBody: requestBody !== undefined,
        isAdmin: security.some((each: object) => 'adminKey' in each),
        isOpen: security.length === 0,
      };
    }),
  );
}

function withKey(key: string | undefined): Caller {
  return async ({ method, path, body }) => {
    const answer = await fetch(server.url + path, {
      method: method.toUpperCase(),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

function withSession(send: Tenant['owner']['send']): Caller {
  return ({ method, path, body }) => send(method, path, body);
}
