import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runNow } from '../../src/work/run-now.ts';
import { ask, ended, found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { startServer } from '../helpers/server.ts';

const manyPages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`page-${n}.md`, `# Page ${n}\n\nIt is about subject${n}.\n`]),
  );

async function server(t: TestContext, docs?: Record<string, string>) {
  const started = await startServer(docs === undefined ? {} : { docs });
  t.after(() => started.close());
  return started;
}

/** The work that deployments of a server's project are. */
const workOn = ({ projectId }: { projectId: string }) => ({
  kind: 'deployment',
  subject: projectId,
  projectId,
});

const kraken = '# Kraken\n\nThe kraken sleeps below the harbour.\n';

test('requests that come while one waits become that one', async (t) => {
  const one = await server(t);
  const path = `/v1/project/update/${one.projectId}`;
  const ids = await runNow(one.app.store, workOn(one), async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(one, 'POST', path)));
    assert.ok(asked.every(({ status }) => status === 202));
    return new Set(asked.map(({ body }) => body.statusId as string));
  });
  assert.equal(ids.size, 1);
  assert.equal((await ended(one, [...ids][0]!)).status, 'success');
  const { body } = await ask(one, 'POST', path);
  assert.ok(
    !ids.has(body.statusId),
    'one that has begun reads what was there then; the next one waits behind it',
  );
  await ended(one, body.statusId);
});

test('a deployment that would lose most pages changes nothing until it is confirmed', async (t) => {
  const one = await server(t, manyPages(30));
  for (let n = 0; n < 16; n++) await rm(join(one.docs, `page-${n}.md`));
  const refused = await update(one);
  assert.equal(refused.status, 'failure');
  assert.match(refused.summary, /^16 of 30 pages would vanish\. Nothing was changed; confirm the deployment/);
  assert.deepEqual(await found(one, 'subject3'), ['page-3']);
  const confirmed = await update(one, { confirm: true });
  assert.equal(confirmed.status, 'success');
  assert.match(confirmed.summary, /^14 pages: 0 added, 0 changed, 16 removed/);
  assert.ok(!(await found(one, 'subject3')).includes('page-3'));
});

test('a deployment tells its steps while it goes on, and keeps them with its log', async (t) => {
  const one = await server(t, manyPages(60));
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  for (let n = 0; n < 40; n++) await writeFile(join(one.docs, `page-${n}.md`), `# Page ${n}\n\nIt is new.\n`);
  const id = await runNow(one.app.store, workOn(one), async () => {
    const { body } = await ask(one, 'POST', `/v1/project/update/${one.projectId}`);
    const waiting = (await ask(one, 'GET', `${path}/${body.statusId}`)).body;
    assert.equal(waiting.status, 'queued');
    assert.deepEqual([waiting.steps.length, waiting.steps[0].name], [1, 'queued']);
    assert.ok(waiting.secondsLeft === null || waiting.secondsLeft >= 0);
    return body.statusId as string;
  });
  await ended(one, id);
  const { steps, logs, secondsLeft } = (await ask(one, 'GET', `${path}/${id}`)).body;
  assert.deepEqual(
    steps.map(({ name, done, total, failed }: Record<string, unknown>) => [name, done, total, failed]),
    [
      ['queued', null, null, false],
      ['reading', null, null, false],
      ['parsing', 40, 40, false],
      ['indexing', null, null, false],
      ['live', null, null, false],
    ],
  );
  assert.equal(secondsLeft, null);
  assert.match(logs[0], /: 60 files, read as plain docs\.$/);
  assert.deepEqual(logs.slice(1), [
    '40 files to parse, 20 as they were, 0 gone.',
    '60 pages: 0 added, 40 changed, 0 removed.',
  ]);
  for (let n = 0; n < 60; n++) await rm(join(one.docs, `page-${n}.md`));
  const failed = await update(one);
  const told = (await ask(one, 'GET', `${path}/${failed._id}`)).body;
  assert.deepEqual([told.steps.at(-1).name, told.steps.at(-1).failed], ['reading', true]);
  assert.equal(told.logs.at(-1), failed.summary);
});

test('half of the pages may go, and so may most of a few', async (t) => {
  const half = await server(t, manyPages(30));
  for (let n = 0; n < 15; n++) await rm(join(half.docs, `page-${n}.md`));
  assert.equal((await update(half)).status, 'success');
  const few = await server(t, manyPages(12));
  for (let n = 0; n < 9; n++) await rm(join(few.docs, `page-${n}.md`));
  assert.equal((await update(few)).status, 'success');
});

test('an emptied folder is a failure that says so, and the last docs stay', async (t) => {
  const one = await server(t, manyPages(3));
  for (let n = 0; n < 3; n++) await rm(join(one.docs, `page-${n}.md`));
  const refused = await update(one);
  assert.equal(refused.status, 'failure');
  assert.match(refused.summary, /There are no docs/);
  assert.deepEqual(await found(one, 'subject1'), ['page-1']);
});

test('a roll-back answers at once, is recorded, and the next new docs move on', async (t) => {
  const one = await server(t);
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  const [{ id: first }] = (await ask(one, 'GET', path)).body.items;
  await writeFile(join(one.docs, 'kraken.md'), kraken);
  const second = await update(one);
  assert.deepEqual(await found(one, 'kraken'), ['kraken']);
  const { status, body: restored } = await ask(one, 'POST', `${path}/${first}/restore`);
  assert.equal(status, 200);
  assert.deepEqual([restored.cause, restored.restoredFrom, restored.current], ['rollback', first, true]);
  assert.match(restored.summary, /^Went back to the docs of 20/);
  assert.deepEqual(await found(one, 'kraken'), []);
  const { body: audit } = await ask(one, 'GET', '/manage/v1/organizations/default/audit');
  const entry = audit.items.find(({ action }: { action: string }) => action === 'deployment.restore');
  assert.deepEqual(entry.details, { pin: false, before: second._id, after: restored.id });

  await writeFile(join(one.docs, 'squid.md'), '# Squid\n\nThe squid is next to it.\n');
  assert.equal((await update(one)).status, 'success');
  assert.deepEqual(await found(one, 'kraken'), ['kraken']);
});

test('whoever asks for a deployment after a roll-back gets the newest docs, changed or not', async (t) => {
  const one = await server(t);
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  const [{ id: first }] = (await ask(one, 'GET', path)).body.items;
  await writeFile(join(one.docs, 'kraken.md'), kraken);
  await update(one);
  await ask(one, 'POST', `${path}/${first}/restore`);
  assert.match((await update(one)).summary, /^The newest docs are live again/);
  assert.deepEqual(await found(one, 'kraken'), ['kraken']);
});

test('a pinned project stays where it is until it is unpinned', async (t) => {
  const one = await server(t);
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  const [{ id: first }] = (await ask(one, 'GET', path)).body.items;
  await writeFile(join(one.docs, 'kraken.md'), kraken);
  await update(one);
  await ask(one, 'POST', `${path}/${first}/restore`, { pin: true });
  const refused = await ask(one, 'POST', `/v1/project/update/${one.projectId}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  await ask(one, 'PATCH', `/manage/v1/projects/${one.projectId}`, { settings: { pinned: false } });
  await update(one);
  assert.deepEqual(await found(one, 'kraken'), ['kraken']);
});

test('a roll-back ends what waits and what runs, which would undo it', async (t) => {
  const one = await server(t);
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  const [{ id: first }] = (await ask(one, 'GET', path)).body.items;
  await writeFile(join(one.docs, 'kraken.md'), kraken);
  await update(one);
  await writeFile(join(one.docs, 'squid.md'), '# Squid\n');
  const waiting = await runNow(one.app.store, workOn(one), async () => {
    const { body } = await ask(one, 'POST', `/v1/project/update/${one.projectId}`);
    await ask(one, 'POST', `${path}/${first}/restore`);
    return ended(one, body.statusId);
  });
  assert.deepEqual([waiting.status, waiting.summary], ['failure', 'A roll-back came in between.']);
  assert.deepEqual(await found(one, 'kraken'), []);
});

test('the last five indexes are kept, and what is not kept cannot be gone back to', async (t) => {
  const one = await server(t);
  const path = `/manage/v1/projects/${one.projectId}/deployments`;
  for (let n = 0; n < 6; n++) {
    await writeFile(join(one.docs, 'kraken.md'), `${kraken}\nIt has ${n} arms.\n`);
    await update(one);
  }
  // A deployment has ended for its readers before it has cleaned up.
  const files = await eventually(
    () => readdir(one.app.indexFolder),
    ({ length }) => length <= 5,
  );
  assert.equal(files.length, 5);
  const { items } = (await ask(one, 'GET', path)).body as { items: { id: string; kept: boolean }[] };
  assert.deepEqual(
    items.map(({ kept }) => kept),
    [true, true, true, true, true, false, false],
  );
  assert.equal((await ask(one, 'POST', `${path}/${items.at(-1)!.id}/restore`)).status, 409);
  assert.equal((await ask(one, 'POST', `${path}/dpl_unknown/restore`)).status, 404);
  assert.equal((await ask(one, 'POST', `${path}/${items.at(4)!.id}/restore`)).status, 200);
});

test('a deployment finds what is wrong with all docs, also where nothing was read again', async (t) => {
  const one = await server(t, {
    'index.md':
      '---\ntitle: Harbour\n---\n\nSee [the quay](quay.md), [the crane](crane.md#load)\nand [the lock](lock.md).\n',
    'quay.md': '# Quay\n\nShips moor at {{ place }}.\n\n[Up](#top) and [away](#away)\n',
    'crane.md': '# Crane\n\n## Load\n\nIt lifts.\n',
    'twin.md': '# Crane\n\nAnother one lifts, too.\n',
    'dock.mdx': '# Dock\n\n<Open>\n',
  });
  const path = `/manage/v1/projects/${one.projectId}/index`;
  const findings = async (query = '') => {
    const { status, body } = await ask(one, 'GET', `${path}/findings${query}`);
    assert.equal(status, 200);
    return body;
  };
  const shown = (body: { items: { kind: string; file: string; line: number | null; text: string }[] }) =>
    body.items.map(({ kind, file, line, text }) => `${kind} ${file}:${line} ${text}`);
  const fallen =
    'fallback dock.mdx:3 It does not parse as mdx: line 3, column 1: Expected a closing tag for `<Open>`';
  const first = await findings();
  assert.deepEqual(shown(first), [
    'link index.md:6 lock.md',
    'anchor quay.md:5 #away',
    'syntax quay.md:3 {{ place }}',
    fallen,
    'title twin.md:null “Crane” is the title of crane.md, too.',
  ]);
  assert.deepEqual(first.counts, { link: 1, anchor: 1, syntax: 1, fallback: 1, title: 1 });
  assert.equal(first.total, 5);

  // Only one file changes: it loses the heading that another one, which is not read again, links to.
  await writeFile(join(one.docs, 'crane.md'), '# Crane\n\n## Weight\n\nIt lifts, see <Broken.\n');
  await writeFile(join(one.docs, 'lock.md'), '# Lock\n\nWater goes up.\n');
  const updated = await update(one);
  assert.equal(updated.status, 'success');
  // What fell back is read again each time, and named.
  const { logs } = (await ask(one, 'GET', `/manage/v1/projects/${one.projectId}/deployments/${updated._id}`))
    .body;
  assert.match(logs[1], /^3 files to parse, 3 as they were/);
  assert.match(logs[2], /^dock\.mdx: /);
  const second = await findings();
  assert.deepEqual(shown(second), [
    'anchor index.md:5 crane.md#load',
    'anchor quay.md:5 #away',
    'syntax quay.md:3 {{ place }}',
    fallen,
    'title twin.md:null “Crane” is the title of crane.md, too.',
  ]);
  assert.deepEqual(shown(await findings('?kind=title')), [shown(second)[4]]);
  assert.equal((await findings('?kind=anchor&limit=1')).total, 2);
  const sheet = await fetch(`${one.url}${path}/findings?kind=anchor&format=csv`, {
    headers: { authorization: `Bearer ${one.adminKey}` },
  });
  assert.match(await sheet.text(), /kind,file,line,text\r\n"?anchor"?,"?index\.md"?,5,/);
  const page = (await ask(one, 'GET', `${path}/page?path=quay`)).body;
  assert.deepEqual(page.findings, [
    { kind: 'anchor', file: 'quay.md', line: 5, text: '#away' },
    { kind: 'syntax', file: 'quay.md', line: 3, text: '{{ place }}' },
  ]);
  assert.ok(Date.parse(page.readAt) < Date.parse(second.deployedAt));
  assert.equal(page.use, null);
});
