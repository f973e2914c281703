import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createKey, revokeKey } from '../../src/accounts/manage-keys.ts';
import { createJob } from '../../src/agent/manage-jobs.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { ensureProject } from '../../src/accounts/ensure-project.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const docs = {
  'index.md': '# Home\n\nSee [install](setup/install.md) and ![](images/login-form.png).\n',
  'guide/install.md': '# Install\n\n## Install on Linux\n\nText.\n',
  'guide/use.md': 'First [install it](install.md#installing-on-linux).\n',
};

let server: TestServer;
before(async () => {
  server = await startServer({
    docs,
    settings: { DOCENT_LIMIT_JOBS_PER_HOUR: '20' },
    work: ['job', 'deployment'],
  });
});
after(() => server.close());

const path = (rest: string) => `${server.url}/v2/agent/${server.projectId}/${rest}`;
const send = (rest: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  post(path(rest), server.adminKey, body, headers);
const get = async (rest: string, headers: Record<string, string> = {}) =>
  fetch(path(rest), { headers: { authorization: `Bearer ${server.adminKey}`, ...headers } });

async function jobOf(response: Response, status = 200): Promise<Record<string, any>> {
  const body = (await response.json()) as Record<string, any>;
  assert.equal(response.status, status, JSON.stringify(body));
  return body;
}

/** Reads a job's events to the end. */
async function watch(id: string, headers: Record<string, string> = {}) {
  const response = await get(`job/${id}/events`, headers);
  const text = await response.text();
  const events = text.split('\n\n').filter((block) => block.startsWith('id: '));
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events: events.map((block) => {
      const [, id, type, data] = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(block)!;
      return { id: Number(id), type, data: JSON.parse(data!) as Record<string, any> };
    }),
  };
}

describe('a job from its order to its merge, with nothing set up', () => {
  let id: string;

  test('is created with 201 and the contract’s fields', async () => {
    const job = await jobOf(await send('job', { prompt: 'Fix what is broken' }), 201);
    id = job['id'];
    const { status, model, prLink, archivedAt, source, error } = job;
    assert.deepEqual(
      { status, model, prLink, archivedAt, error },
      { status: 'active', model: 'scripted', prLink: null, archivedAt: null, error: null },
    );
    assert.deepEqual(Object.keys(source), ['repository', 'ref']);
    assert.equal(
      source.ref,
      'HEAD',
      'a text from the first answer on: the default branch, until its name is known',
    );
    assert.ok(Date.parse(job['createdAt']) > 0);
  });

  test('is watched to its end, and from any event on', async () => {
    const { events, type } = await watch(id);
    assert.match(type!, /^text\/event-stream/);
    assert.deepEqual(events.map(({ id }) => id), events.map((_, index) => index + 1)); // prettier-ignore
    assert.deepEqual(events.at(-1)!.data['status'], 'completed');
    const step = events.find(({ type }) => type === 'step')!;
    assert.deepEqual(step.data['files'], ['guide/use.md', 'index.md']);
    const rest = await watch(id, { 'last-event-id': String(events.length - 1) });
    assert.deepEqual(rest.events, events.slice(-1));
    assert.equal((await watch(id, { 'last-event-id': String(events.length) })).status, 204);
  });

  test('shows its pull request, what it changed, and says that a model is needed for more', async () => {
    const job = await jobOf(await get(`job/${id}`));
    assert.equal(job['status'], 'completed', JSON.stringify(job['error']));
    assert.match(
      job['title'],
      /Fix 1 broken link, 1 stale anchor, 1 missing title and 1 missing image description/,
    );
    assert.match(job['summary'].join(' '), /DOCENT_MODEL/);
    assert.equal(job['prLink'], `${server.url}/default/${server.domain}/jobs/${id}`);
    const change = await jobOf(await get(`job/${id}/change`));
    assert.deepEqual(change['pullRequest'], {
      branch: `docent/${id}`,
      base: 'main',
      state: 'open',
      draft: false,
      hasConflicts: false,
    });
    assert.deepEqual(change['findings'], []);
    const [{ diff, whole }] = change['diffs'];
    assert.equal(whole, null, 'one round is the whole change');
    for (const line of [
      '+See [install](guide/install.md) and ![Login form](images/login-form.png).',
      '+First [install it](install.md#install-on-linux).',
      '+title: "Use"',
    ]) {
      assert.ok(diff.includes(line), line);
    }
    assert.equal(
      await readFile(join(server.docs, 'index.md'), 'utf8'),
      docs['index.md'],
      'the folder is as it was',
    );
  });

  test('shows a changed file before and after, and as the page that readers get', async () => {
    const file = await jobOf(await get(`job/${id}/file?round=1&path=guide/use.md`));
    assert.deepEqual([file['start'], file['before']], [docs['guide/use.md'], docs['guide/use.md']]);
    assert.match(file['after'], /^---\ntitle: "Use"\n---\n/);
    assert.equal(file['page'], '# Use\n\nFirst [install it](install.md#install-on-linux).');
    assert.equal((await get(`job/${id}/file?round=2&path=guide/use.md`)).status, 404);
    assert.equal((await get(`job/${id}/file?round=1&path=guide/install.md`)).status, 404);
    assert.equal((await get(`job/${id}/file?path=guide/use.md`)).status, 400);
  });

  test('is merged on command, which writes the files back', async () => {
    const change = await jobOf(await send(`job/${id}/merge`));
    assert.equal(change['pullRequest'].state, 'merged');
    assert.match(await readFile(join(server.docs, 'index.md'), 'utf8'), /guide\/install\.md/);
    assert.equal((await send(`job/${id}/merge`)).status, 409);
    const resolved = await send(`job/${id}/resolve`);
    assert.match((await jobOf(resolved, 409))['message'], /no open pull request/);
    assert.match((await jobOf(await send(`job/${id}/retry`), 409))['message'], /Only a job that failed/);
  });

  test('is listed newest first, by status, a page at a time', async () => {
    await jobOf(await send('job', { prompt: 'Fix the links again' }), 201);
    const page = await jobOf(await get('jobs?limit=1'));
    assert.deepEqual([page['jobs'].length, typeof page['nextCursor']], [1, 'string']);
    const rest = await jobOf(await get(`jobs?cursor=${page['nextCursor']}`));
    assert.deepEqual([rest['jobs'].at(-1).id, rest['nextCursor']], [id, null]);
    assert.equal((await get('jobs?status=wrong')).status, 400);
    assert.equal((await get('jobs?cursor=wrong')).status, 400);
  });

  test('takes a message, is cancelled and archived, each only when it may be', async () => {
    assert.equal((await send(`job/${id}/cancel`)).status, 409);
    const again = await jobOf(await send(`job/${id}/message`, { prompt: 'More' }));
    assert.deepEqual([again['status'], again['prLink']], ['active', null]);
    await watch(id);
    const archived = await jobOf(await send(`job/${id}/archive`));
    assert.equal(archived['status'], 'archived');
    assert.ok(Date.parse(archived['archivedAt']) > 0);
    assert.equal((await send(`job/${id}/message`, { prompt: 'More' })).status, 409);
    assert.equal((await send(`job/${id}/resolve`)).status, 409);
    assert.equal((await send(`job/${id}/archive`)).status, 200, 'archiving twice is archiving');
    assert.equal((await send(`job/${id}/cancel`)).status, 409);
  });
});

describe('the same request key', () => {
  test('gives the same job and counts once; another body is a 409', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const first = await send('job', { prompt: 'Once' }, key);
    const left = first.headers.get('ratelimit-remaining');
    const job = await jobOf(first, 201);
    const again = await send('job', { prompt: 'Once', ref: null }, key);
    assert.equal((await jobOf(again, 201))['id'], job['id']);
    assert.equal((await send('job', { prompt: 'Twice' }, key)).status, 409);
    const next = await send('job', { prompt: 'Next' });
    assert.equal(Number(next.headers.get('ratelimit-remaining')), Number(left) - 1);
    assert.equal((await send('job', { prompt: 'x' }, { 'idempotency-key': 'a'.repeat(300) })).status, 400);
  });
});

describe('what may not be', () => {
  test('prompts of nothing, of too much, of the wrong kind', async () => {
    for (const prompt of ['', ' \n\t ', 'x'.repeat(50_001), 1, null, undefined, ['x'], '\0']) {
      assert.equal((await send('job', { prompt })).status, 400, String(prompt).slice(0, 10));
    }
    assert.equal((await send('job', { prompt: 'x'.repeat(1_100_000) })).status, 413);
    assert.equal((await send('job', { prompt: 'x', ref: 1 })).status, 400);
  });

  test('a branch that is not there, or could mean something else, ends the job in words', async () => {
    for (const [ref, says] of [
      ['no-such-branch', /does not exist in the repository/],
      ['0a1b2c3d4e', /^0a1b2c3d4e is a commit, .* Name a branch/],
      ['--upload-pack=touch /tmp/x', /not valid/],
      ['../../etc', /not valid/],
    ] as const) {
      const { id } = await jobOf(await send('job', { prompt: 'x', ref }), 201);
      await watch(id);
      const job = await jobOf(await get(`job/${id}`));
      assert.deepEqual(
        [job['status'], job['error'].code],
        ['failed', 'ref_not_found'],
        JSON.stringify(job['error']),
      );
      assert.match(job['error'].message, says);
    }
  });

  test('keys of the wrong kind, none, or without the right to write', async () => {
    const order = { prompt: 'x' };
    assert.equal((await post(path('job'), server.assistantKey, order)).status, 403);
    assert.equal((await post(path('job'), undefined, order)).status, 401);
    const { organization } = await ensureProject(server.app.store, { folder: server.docs });
    const reader = await createKey(server.app.store, organization, {
      kind: 'admin',
      name: 'r',
      scopes: ['read'],
    });
    assert.equal((await post(path('job'), reader.secret, order)).status, 403);
  });

  test('jobs of another project and jobs that do not exist look the same', async () => {
    const folder = await docsFolder({ 'index.md': '# Other\n' });
    const other = await ensureProject(server.app.store, { folder: folder.path });
    const { id } = await jobOf(
      await post(`${server.url}/v2/agent/${other.project.id}/job`, server.adminKey, { prompt: 'x' }),
      201,
    );
    for (const job of [id, 'job_none', '%00', '..%2f']) {
      assert.equal((await get(`job/${job}`)).status, 404, job);
      for (const action of ['message', 'cancel', 'archive', 'merge', 'close']) {
        assert.equal((await send(`job/${job}/${action}`, { prompt: 'x' })).status, 404, `${action} ${job}`);
      }
      assert.equal((await get(`job/${job}/events`)).status, 404, job);
      assert.equal((await get(`job/${job}/change`)).status, 404, job);
    }
    assert.equal(
      (await post(`${server.url}/v2/agent/prj_none/job`, server.adminKey, { prompt: 'x' })).status,
      404,
    );
    await folder.remove();
  });
});

test('whose key is revoked sees no more of a job', async (t) => {
  const idle = await startServer({ docs });
  t.after(() => idle.close());
  const job = `${idle.url}/v2/agent/${idle.projectId}/job`;
  const { id } = await jobOf(await post(job, idle.adminKey, { prompt: 'Nobody works on this' }), 201);
  const { store } = idle.app;
  const { organization } = await ensureProject(store, { folder: idle.docs });
  const { key, secret } = await createKey(store, organization, { kind: 'admin', name: 'watcher' });
  const stream = await fetch(`${job}/${id}/events`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(stream.status, 200);
  await revokeKey(store, { organizationId: organization.id, id: key.id });
  await stream.text();
  assert.equal((await jobOf(await fetch(`${job}/${id}`, { headers: { authorization: `Bearer ${idle.adminKey}` } })))['status'], 'active'); // prettier-ignore
});

test('a job whose model is not set up on this server ends with what to do', async () => {
  const { store } = server.app;
  const project = (await findProjectById(store, server.projectId))!;
  const { id } = await createJob(
    store,
    project,
    { prompt: 'x', ref: null, draft: false },
    'openai/gone',
    null,
  );
  await watch(id);
  const { status, error } = await jobOf(await get(`job/${id}`));
  assert.deepEqual([status, error.code], ['failed', 'model_not_configured']);
  assert.match(error.message, /openai\/gone is not set up on this server any more\. Send the job a message/);
  // A follow-up goes on with the model of today; without one, only with what the fixer can do.
  await jobOf(await send(`job/${id}/message`, { prompt: 'Document the proxy setting.' }));
  await watch(id);
  const again = await jobOf(await get(`job/${id}`));
  assert.deepEqual([again['model'], again['error'].code], ['scripted', 'model_not_configured']);
  assert.match(again['error'].message, /needs a language model/);
  const retried = await jobOf(await send(`job/${id}/retry`));
  assert.deepEqual([retried['status'], retried['error']], ['active', null]);
  const { events } = await watch(id);
  assert.deepEqual(events.findLast(({ type }) => type === 'retry')!.data['round'], 3);
});

describe('the limit of an hour', () => {
  async function startLimited(
    t: { after(clean: () => Promise<void>): void },
    settings: Record<string, string>,
  ) {
    const limited = await startServer({ docs, settings });
    t.after(() => limited.close());
    const url = `${limited.url}/v2/agent/${limited.projectId}`;
    return {
      order: (headers: Record<string, string> = {}) =>
        post(`${url}/job`, limited.adminKey, { prompt: 'x' }, headers),
      message: (id: string) => post(`${url}/job/${id}/message`, limited.adminKey, { prompt: 'y' }),
      list: async () =>
        (
          await fetch(`${url}/jobs?limit=100`, { headers: { authorization: `Bearer ${limited.adminKey}` } })
        ).json(),
    };
  }

  test('admits exactly 100 creations and messages, however many come at once', async (t) => {
    const { order, message, list } = await startLimited(t, {});
    const first = await jobOf(await order(), 201);
    const requests = Array.from({ length: 130 }, (_, nth) => (nth % 2 ? order() : message(first['id'])));
    const statuses = (await Promise.all(requests)).map(({ status, headers }) => {
      if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
      return status;
    });
    const made = statuses.filter((status) => status === 201).length;
    const said = statuses.filter((status) => status === 200).length;
    assert.deepEqual([made + said, statuses.filter((status) => status === 429).length], [99, 31]);
    assert.equal(((await list()) as { jobs: unknown[] }).jobs.length, made + 1);
  });

  test('counts a request with a key once, also when it comes again at the same instant', async (t) => {
    const { order, list } = await startLimited(t, {
      DOCENT_LIMIT_JOBS_PER_HOUR: '2',
      DOCENT_MODEL: 'compatible/m',
      DOCENT_MODEL_URL: 'http://127.0.0.1:9/v1',
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => order({ 'idempotency-key': 'same' })));
    const jobs = await Promise.all(answers.map((answer) => jobOf(answer, 201)));
    assert.equal(new Set(jobs.map(({ id }) => id)).size, 1);
    assert.equal(jobs[0]!['model'], 'compatible/m', 'the model of answers does jobs when no other is named');
    assert.equal((await order()).status, 201);
    assert.equal((await order()).status, 429);
    assert.equal(((await list()) as { jobs: unknown[] }).jobs.length, 2);
  });
});
