// A data folder of every released version opens in this one, and what it held still works.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createServer } from '../../src/http/server.ts';
import { findCurrentDeployment } from '../../src/store/deployments.ts';
import {
  changeSettings,
  findProjectByDomain,
  findProjectById,
  updateProject,
} from '../../src/store/projects.ts';
import { ask } from '../helpers/deployments.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { post, startServer } from '../helpers/server.ts';

const fixtures = globSync(join(import.meta.dirname, '../fixtures/data-*'));

for (const fixture of fixtures) {
  test(`${basename(fixture)} opens, its docs answer, and its keys, threads and people are there`, async (t) => {
    const known = JSON.parse(readFileSync(join(fixture, 'known.json'), 'utf8')) as Record<string, string>;
    const url = await serve(t, await unpacked(t, fixture), known['domain']!);
    const ask = (body: object) =>
      post(`${url}/discovery/v2/assistant/${known['domain']}/message`, known['assistantKey'], {
        fp: 'anonymous',
        messages: [
          { id: '2', role: 'user', parts: [{ type: 'text', text: 'How do I install Harbour on macOS?' }] },
        ],
        ...body,
      });
    const { threadId, threadKey } = known;
    const answer = await ask({ threadId, threadKey });
    assert.equal(answer.headers.get('x-thread-id'), threadId);
    assert.match(await answer.text(), /Homebrew/);
    assert.equal((await ask({ threadId, threadKey: 'wrong' })).status, 404);

    const { email, password } = known;
    const signedIn = await post(`${url}/manage/v1/session`, undefined, { email, password }, { origin: url });
    assert.equal(signedIn.ok, true, await signedIn.text());
    const jobs = await fetch(`${url}/manage/v1/organizations/default/projects`, {
      headers: { authorization: `Bearer ${known['adminKey']}` },
    });
    const { items } = (await jobs.json()) as { items: { id: string }[] };
    const conversation = await fetch(`${url}/manage/v1/projects/${items[0]!.id}/conversations/${threadId}`, {
      headers: { authorization: `Bearer ${known['adminKey']}` },
    });
    const { turns } = (await conversation.json()) as { turns: { question: string }[] };
    assert.deepEqual(
      turns.map((turn) => turn.question),
      [known['question'], 'How do I install Harbour on macOS?'],
    );
  });
}

async function unpacked(t: TestContext, fixture: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-upgrade-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const name of globSync('**/*.gz', { cwd: fixture })) {
    const file = join(folder, name.slice(0, -'.gz'.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gunzipSync(readFileSync(join(fixture, name))));
  }
  return folder;
}

/** A server on a data folder, whose docs are here now. */
async function serve(t: TestContext, dataFolder: string, domain: string): Promise<string> {
  const docs = await docsFolder();
  const config = loadConfig(
    { port: 0, dataFolder },
    { DOCENT_LOG_LEVEL: 'silent', DOCENT_EMBEDDING_MODEL: 'none' },
  );
  const app = await openApp(config);
  const server = createServer(app);
  t.after(async () => {
    app.stop();
    await closeServer(server, 2_000);
    await app.close();
    await docs.remove();
  });
  const project = (await findProjectByDomain(app.store, domain))!;
  const sources = [{ kind: 'folder', path: docs.path } as const];
  await updateProject(app.store, project, { sources });
  await deploy(app, { ...project, sources });
  const url = await listen(server, config);
  app.listensAt(url);
  return url;
}

test('settings and steps that only another version has are kept, and not shown', async (t) => {
  const server = await startServer();
  t.after(() => server.close());
  const { store } = server.app;
  const path = `/manage/v1/projects/${server.projectId}`;
  const other = { expansion: { maxDollars: 5 } };
  const project = (await findProjectById(store, server.projectId))!;
  await changeSettings(store, project, (settings) => ({ ...settings, ...other }));
  const begun = { name: 'expanding', startedAt: 1, endedAt: null, failed: false, done: 3, total: 9 };
  const { id, steps } = (await findCurrentDeployment(store, server.projectId))!;
  const stored = JSON.stringify([...steps, begun]);
  await store.db.updateTable('deployments').set({ steps: stored }).where('id', '=', id).execute();

  const shown = (await ask(server, 'GET', path)).body.settings;
  assert.deepEqual(shown, project.settings);
  const changed = await ask(server, 'PATCH', path, { settings: { pollMinutes: 7 } });
  assert.deepEqual([changed.status, changed.body.settings], [200, { ...shown, pollMinutes: 7 }]);
  const { settings } = (await findProjectById(store, server.projectId))!;
  assert.deepEqual(settings, { ...project.settings, ...other, pollMinutes: 7 });
  const unset = await ask(server, 'PATCH', path, { settings: { pollMinutes: null } });
  assert.deepEqual([unset.status, unset.body.settings], [200, shown]);
  const deployment = (await ask(server, 'GET', `${path}/deployments/${id}`)).body;
  const names = (some: { name: string }[]) => some.map(({ name }) => name);
  assert.deepEqual(names(deployment.steps), names(steps));
  assert.equal((await ask(server, 'POST', `${path}/expansion`, { maxDollars: 5 })).status, 404);
});
