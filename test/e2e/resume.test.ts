// Answers that go on without their client: on SQLite, and between two servers on one PostgreSQL.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createServer } from '../../src/http/server.ts';
import { sweepKeptAnswers } from '../../src/store/kept-answers.ts';
import { installedVersions } from '../clients/chat-client.ts';
import { openV5Chat } from '../clients/chat-v5.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { finishPart, scriptedModel } from '../helpers/scripted-model.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

type Gated = { goOn: PromiseWithResolvers<void>; left: boolean };

const ask = (text: string) => ({ id: '1', role: 'user', parts: [{ type: 'text', text }] });
let nth = 0;
const newChat = () => `chat-${String(++nth).padStart(16, '0')}`;

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`resumable answers: ${kind}`, () => {
    let one: TestServer;
    /** Of another process, as it were: only the database is the same. On SQLite there is only one. */
    let two: { url: string; app: TestServer['app'] };
    const closing: (() => Promise<void>)[] = [];
    /** Calls of the model: each says `first`, waits, and says `last`. */
    let calls: Gated[] = [];
    const model = scriptedModel(async function* ({ abortSignal }) {
      const call = { goOn: Promise.withResolvers<void>(), left: false };
      calls.push(call);
      abortSignal?.addEventListener('abort', () => {
        call.left = true;
        call.goOn.resolve();
      });
      yield { type: 'text-delta', id: '0', delta: 'first ' };
      await call.goOn.promise;
      yield { type: 'text-delta', id: '0', delta: 'last' };
      yield finishPart('stop');
    });
    const message = (server: { url: string }) => `${server.url}/discovery/v2/assistant/${one.domain}/message`;
    type How = {
      id?: string;
      key?: string;
      query?: string;
      headers?: Record<string, string>;
      [field: string]: unknown;
    };
    const send = ({ key = one.assistantKey, headers, ...body }: How, signal?: AbortSignal) =>
      fetch(message(one), {
        method: 'POST',
        signal: signal ?? null,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        body: JSON.stringify({
          fp: 'ann',
          resumable: true,
          messages: [ask('How do I set a proxy?')],
          ...body,
        }),
      });
    const resume = (
      id: string,
      { key = one.assistantKey, headers = {}, query = '' }: How = {},
      server = two,
    ) =>
      fetch(`${message(server)}/${id}/stream${query}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
      });
    const stop = (id: string, { key = one.assistantKey, headers = {} }: How = {}) =>
      post(`${message(two)}/${id}/stop`, key, {}, headers);

    /** Asks and leaves once the first words are there. @returns what was sent until then */
    async function askAndLeave(how: How): Promise<{ seen: string; call: Gated }> {
      const leave = new AbortController();
      const response = await send(how, leave.signal);
      assert.equal(response.status, 200);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let seen = '';
      while (!seen.includes('first')) seen += (await reader.read()).value;
      leave.abort();
      await assert.rejects(reader.closed);
      // The server has seen it when it answers what came after it.
      await (await fetch(`${one.url}/healthz`)).text();
      return { seen, call: calls.at(-1)! };
    }
    const turns = async () =>
      one.app.store.db
        .selectFrom('turns')
        .select(['answer', 'status', 'reason'])
        .orderBy('createdAt')
        .execute();

    before(async () => {
      const settings: Record<string, string> = { DOCENT_TRUSTED_PROXIES: '' };
      if (kind === 'PostgreSQL') {
        const postgres = await startPostgres();
        closing.push(() => postgres.stop());
        settings['DOCENT_DATABASE_URL'] = await postgres.createDatabase();
      }
      one = await startServer({ model, settings });
      closing.unshift(() => one.close());
      two = one;
      if (kind === 'PostgreSQL') {
        const data = await mkdtemp(join(tmpdir(), 'docent-data-'));
        const env = { ...settings, DOCENT_LOG_LEVEL: 'silent', DOCENT_EMBEDDING_MODEL: 'none' };
        const config = loadConfig({ port: 0, dataFolder: data }, env);
        const app = await openApp(config);
        const server = createServer(app);
        two = { url: await listen(server, config), app };
        closing.unshift(async () => {
          await closeServer(server, 2_000);
          await app.close();
          await rm(data, { recursive: true, force: true });
        });
      }
    });
    beforeEach(async () => {
      await one.app.store.db.deleteFrom('keptAnswers').execute();
      await sweepKeptAnswers(one.app.store);
    });
    after(async () => {
      for (const { goOn } of calls) goOn.resolve();
      for (const close of closing) await close();
    });

    test('a client that left gets every chunk from the first, and what comes', async () => {
      const id = newChat();
      const { seen, call } = await askAndLeave({ id });
      const resumed = await resume(id);
      assert.equal(resumed.status, 200);
      assert.equal(resumed.headers.get('x-vercel-ai-ui-message-stream'), 'v1');
      const also = await resume(id, {}, one);
      const reader = resumed.body!.pipeThrough(new TextDecoderStream()).getReader();
      let again = '';
      while (!again.includes('first')) again += (await reader.read()).value;
      assert.ok(again.startsWith(seen));
      assert.doesNotMatch(again, /last/);
      assert.equal(call.left, false);
      call.goOn.resolve();
      for (let read = await reader.read(); !read.done; read = await reader.read()) again += read.value;
      assert.match(again, /last[^]*"type":"finish",[^]*\[DONE\]\n\n$/);
      assert.equal(await also.text(), again);
      // Whoever has all of it asks for nothing more, and who knows better is believed.
      assert.equal((await resume(id)).status, 204);
      assert.equal(await (await resume(id, { query: '?unread=1' })).text(), again);
      assert.deepEqual((await turns()).at(-1), {
        answer: 'first last',
        status: 'unanswered',
        reason: 'uncited',
      });
    });

    test('an answer that ended without a reader is there for a minute, and then nothing of it', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      call.goOn.resolve();
      const { store } = one.app;
      const kept = () =>
        store.db.selectFrom('keptAnswers').select('endedAt').where('isRead', '=', 0).execute();
      await eventually(kept, ([answer]) => answer === undefined || answer.endedAt !== null);
      assert.match(await (await resume(id)).text(), /first[^]*last[^]*\[DONE\]/);
      await sweepKeptAnswers(store);
      assert.notDeepEqual(await store.db.selectFrom('keptChunks').selectAll().execute(), []);
      await store.db
        .updateTable('keptAnswers')
        .set({ endedAt: 1 })
        .where('endedAt', 'is not', null)
        .execute();
      assert.equal((await resume(id, { query: '?unread=1' })).status, 204);
      await sweepKeptAnswers(store);
      assert.deepEqual(await store.db.selectFrom('keptChunks').selectAll().execute(), []);
      assert.deepEqual(await store.db.selectFrom('keptAnswers').selectAll().execute(), []);
    });

    test('nothing is kept that nobody asked to keep, and leaving stops it', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id, resumable: undefined });
      await eventually(
        () => call.left,
        (left) => left,
      );
      assert.equal((await resume(id)).status, 204);
      assert.equal((await stop(id)).status, 204);
      assert.deepEqual(await one.app.store.db.selectFrom('keptAnswers').selectAll().execute(), []);
    });

    test('stopping ends the model call on any server, records what was said, and ends every stream', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      const resumed = await resume(id);
      assert.equal((await stop(id)).status, 204);
      const sent = await resumed.text();
      assert.deepEqual(sent.split('\n\n').slice(-7, -3), [
        'data: {"type":"text-delta","id":"txt_1","delta":"first "}',
        'data: {"type":"text-end","id":"txt_1"}',
        'data: {"type":"finish-step"}',
        'data: {"type":"abort"}',
      ]);
      assert.match(sent, /"type":"finish"[^]*\[DONE\]\n\n$/);
      assert.equal(call.left, true);
      assert.equal((await resume(id)).status, 204);
      assert.deepEqual((await turns()).at(-1), { answer: 'first ', status: 'failed', reason: 'aborted' });
    });

    test('a raw reader learns that it was interrupted', async () => {
      const id = newChat();
      const response = await send({ id, headers: { accept: 'text/event-stream' } });
      await eventually(
        () => calls.at(-1)!,
        () => true,
      );
      await stop(id);
      assert.match(await response.text(), /"type":"finish",[^\n]*"finishReason":"interrupted"/);
    });

    test('a new message of the chat ends its running answer first', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      const next = await send({ id });
      assert.equal(call.left, true);
      const { answer, reason } = (await turns()).at(-1)!;
      assert.deepEqual({ answer, reason }, { answer: 'first ', reason: 'aborted' });
      const resumed = await resume(id);
      await eventually(
        () => calls.at(-1)!,
        (last) => last !== call,
      );
      calls.at(-1)!.goOn.resolve();
      assert.match(await next.text(), /last[^]*\[DONE\]/);
      assert.match(await resumed.text(), /last[^]*\[DONE\]/);
    });

    test('a new message that is refused leaves the running answer', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      const refused = await send({ id, threadKey: 'of-nobody' });
      assert.equal(refused.status, 404);
      assert.equal(call.left, false);
      const resumed = await resume(id);
      call.goOn.resolve();
      assert.match(await resumed.text(), /first[^]*last[^]*\[DONE\]/);
    });

    test('an answer is resumed also when no other would be streamed', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      using held = new DisposableStack();
      const by = { clientIp: '127.0.0.1', projectId: one.projectId, reader: null };
      const [{ id: organizationId }] = (await one.app.store.db
        .selectFrom('organizations')
        .select('id')
        .execute()) as [{ id: string }];
      assert.throws(() => {
        for (;;) held.use(two.app.streamCaps.open({ ...by, organizationId }));
      }, /Too many concurrent answers/);
      const resumed = await resume(id);
      assert.equal(resumed.status, 200);
      call.goOn.resolve();
      assert.match(await resumed.text(), /last[^]*\[DONE\]/);
    });

    test('whoever knows the id of another’s chat gets and stops nothing', async () => {
      const admin = { authorization: `Bearer ${one.adminKey}`, 'content-type': 'application/json' };
      const manage = async (path: string, body?: object) => {
        const init = { method: 'POST', headers: admin, ...(body && { body: JSON.stringify(body) }) };
        const made = await fetch(`${one.url}/manage/v1/${path}`, init);
        assert.equal(made.status, 201);
        return (await made.json()) as { secret: string };
      };
      const { secret } = await manage(`projects/${one.projectId}/reader-secret`);
      const list = await fetch(`${one.url}/manage/v1/organizations`, { headers: admin });
      const [organization] = ((await list.json()) as { items: { id: string }[] }).items;
      const wanted = { kind: 'assistant', name: 'other', projectId: one.projectId };
      const other = await manage(`organizations/${organization!.id}/keys`, wanted);
      const reader = async (sub: string, groups: string[]) => ({
        'x-docent-reader': await new SignJWT({ groups })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject(sub)
          .setAudience(one.domain)
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(secret)),
      });
      const ann = await reader('ann', ['staff', 'beta']);
      const id = newChat();
      const { call } = await askAndLeave({ id, headers: ann });
      const strangers: How[] = [
        {},
        { key: other.secret },
        { key: other.secret, headers: ann },
        { headers: await reader('bob', ['staff', 'beta']) },
        { headers: await reader('ann', ['staff']) },
      ];
      for (const stranger of strangers) {
        assert.equal((await resume(id, stranger)).status, 204);
        assert.equal((await stop(id, stranger)).status, 204);
      }
      assert.equal((await resume(id, { key: 'svc_dsc_wrong' })).status, 401);
      assert.equal((await stop(id, { headers: { 'x-docent-reader': 'wrong' } })).status, 401);
      const again = await resume(id, { headers: await reader('ann', ['beta', 'staff']) });
      assert.equal(again.status, 200);
      assert.equal(call.left, false);
      call.goOn.resolve();
      assert.match(await again.text(), /last/);
    });

    test('who named groups names them again', async () => {
      const id = newChat();
      const key = one.adminKey;
      const { call } = await askAndLeave({ id, key, filter: { groups: ['staff'] } });
      assert.equal((await resume(id, { key })).status, 403);
      const named = (words: string) => resume(id, { key, query: `?groups=${words}` });
      assert.equal((await named('beta')).status, 204);
      const again = await named('staff');
      assert.equal(again.status, 200);
      assert.equal((await post(`${message(two)}/${id}/stop?groups=staff`, key, {})).status, 204);
      assert.match(await again.text(), /"type":"abort"/);
      assert.equal(call.left, true);
    });

    test('a stream that cannot be read on ends well-formed', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      const { db } = one.app.store;
      const resumed = await resume(id);
      await db.schema.alterTable('keptChunks').renameTo('elsewhere').execute();
      try {
        assert.match(await resumed.text(), /"type":"error".*"type":"finish".*\[DONE\]\s*$/s);
      } finally {
        await db.schema.alterTable('elsewhere').renameTo('keptChunks').execute();
      }
      call.goOn.resolve();
    });

    test('an id that others could guess or that no path can hold is refused', async () => {
      for (const id of [
        undefined,
        null,
        7,
        'chat-1',
        'x'.repeat(201),
        'a/b/c/d/e/f/g/h/i',
        'with a space in it',
      ]) {
        const refused = await send({ id: id as string });
        assert.equal(refused.status, 400, String(id));
        const { code, details, message } = (await refused.json()) as Record<string, any>;
        assert.deepEqual([code, details[0].path], ['invalid_request', 'id']);
        assert.match(message, /resumable/);
      }
    });

    test('an answer whose server has died ends with an error for who resumes it', async () => {
      const id = newChat();
      const { call } = await askAndLeave({ id });
      const { db } = one.app.store;
      const rows = () => db.selectFrom('keptChunks').select('text').execute();
      await eventually(rows, (chunks) => chunks.some(({ text }) => text.includes('first')));
      // Of a server that does nothing any more.
      await db
        .updateTable('keptAnswers')
        .set((is) => ({ server: 'srv_dead', savedAt: is('savedAt', '-', 20_000) }))
        .where('endedAt', 'is', null)
        .execute();
      assert.deepEqual((await (await resume(id)).text()).split('\n\n').slice(-6), [
        'data: {"type":"text-delta","id":"txt_1","delta":"first "}',
        'data: {"type":"text-end","id":"txt_1"}',
        'data: {"type":"error","errorText":"The answer was interrupted. Please ask again."}',
        'data: {"type":"finish"}',
        'data: [DONE]',
        '',
      ]);
      call.goOn.resolve();
    });

    if (kind === 'SQLite') return;
    for (const version of installedVersions((major) => major >= 5)) {
      test(`AI SDK ${version} resumes in mid-answer`, async () => {
        const id = newChat();
        const options = { version, id, key: one.assistantKey, body: { resumable: true } };
        const page = openV5Chat({ ...options, url: message(one) });
        const count = calls.length;
        void page.send('How do I set a proxy?');
        await eventually(
          () => page.messages,
          (all) => all.at(-1)?.text === 'first ',
        );
        const [question] = page.rawMessages;
        const reloaded = openV5Chat({ ...options, url: message(two), messages: [question!] });
        const done = reloaded.resume();
        await eventually(
          () => reloaded.messages,
          (all) => all.at(-1)?.text === 'first ',
        );
        calls[count]!.goOn.resolve();
        await done;
        assert.equal(reloaded.error, undefined);
        assert.deepEqual(
          reloaded.messages.map(({ text }) => text),
          ['How do I set a proxy?', 'first last'],
        );
        assert.equal(reloaded.rawMessages[1]!.id, page.rawMessages[1]!.id);
        assert.match(reloaded.threadIds['metadata']!, /^thr_/);
        // A page that has all of it asks again when it is reloaded.
        await reloaded.resume();
        assert.deepEqual(
          reloaded.messages.map(({ text }) => text),
          ['How do I set a proxy?', 'first last'],
        );
      });
    }
  });
}
