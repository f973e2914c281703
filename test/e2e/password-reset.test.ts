// A forgotten password: a link by mail, on both databases, that tells nobody who has an account.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setPassword } from '../../src/accounts/sign-in.ts';
import { openChromium } from '../helpers/chromium.ts';
import { saidAtFocused, watchedPage } from '../helpers/dashboard-page.ts';
import { eventually } from '../helpers/eventually.ts';
import { mailServer } from '../helpers/mail-server.ts';
import { password, setUp, signedInAs } from '../helpers/people.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { sessionClient } from '../helpers/session-client.ts';

const reset = '/manage/v1/password-reset';
const next = 'another password, as long';

/** Tries are counted per address of the sender, and a test has one. */
async function uncounted(server: TestServer, what = 'signInsPerMinute') {
  await server.app.store.db.deleteFrom('counters').where('key', 'like', `${what}%`).execute();
}

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  describe(`a forgotten password: ${kind}`, () => {
    test('a link comes by mail, works once, and signs out everywhere', async (t) => {
      const mail = await mailServer(t);
      const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
      t.after(() => postgres?.stop());
      const server = await startServer({
        settings: {
          DOCENT_SMTP_URL: mail.url,
          DOCENT_MAIL_FROM: 'docent@example.com',
          ...(postgres && { DOCENT_DATABASE_URL: await postgres.createDatabase() }),
        },
        work: ['password-reset'],
      });
      t.after(() => server.close());
      const { store } = server.app;
      const owner = await setUp(server);
      const anyone = sessionClient(server);
      const ask = (email: string) => anyone.send('POST', reset, { email }, { host: 'evil.example.com' });
      const complete = (token: string, to = next) =>
        anyone.send('POST', `${reset}/complete`, { token, password: to });
      const linkOf = (text: string) => /(http\S+?)\/sign-in\/new-password#(pwr_\w+)/.exec(plain(text))!;
      assert.equal((await anyone.get('/manage/v1/session')).body.mail, true);

      const stranger = await ask('nobody@example.com');
      const known = await ask(' Olga@Example.com');
      assert.deepEqual([stranger.status, stranger.text], [204, '']);
      assert.deepEqual([known.status, known.text], [204, '']);
      const names = (answer: typeof known) => [...answer.headers.keys()].sort();
      assert.deepEqual(names(stranger), names(known));
      await ask('olga@example.com');
      await eventually(
        () => mail.mails.length,
        (count) => count >= 1,
      );
      await eventually(
        () => store.db.selectFrom('work').selectAll().where('kind', '=', 'password-reset').execute(),
        (rows) => rows.length === 0,
      );
      assert.ok(mail.mails.every(({ to }) => to.join() === 'olga@example.com'));
      const [, origin, token = ''] = linkOf(mail.mails[0]!.text);
      assert.equal(origin, server.url, 'the host of the request is not in the mail');
      const rows = await store.db.selectFrom('passwordResets').selectAll().execute();
      assert.equal(JSON.stringify(rows).includes(token), false, 'only its hash is stored');

      await uncounted(server);
      assert.equal((await complete(token, 'short')).status, 400);
      assert.equal((await complete(`${token}x`)).status, 404);
      assert.equal((await owner.get('/manage/v1/session')).body.user.email, 'olga@example.com');
      const [first, second] = await Promise.all([complete(token), complete(token)]);
      assert.deepEqual([first.status, second.status].sort(), [204, 404]);
      assert.equal((await owner.get('/manage/v1/session')).body.user, null);
      assert.deepEqual(await store.db.selectFrom('passwordResets').selectAll().execute(), []);
      await uncounted(server);
      const signIn = async (with_: string) =>
        (await anyone.send('POST', '/manage/v1/session', { email: 'olga@example.com', password: with_ }))
          .status;
      assert.equal(await signIn(password), 401);
      assert.equal(await signIn(next), 200);
      const audit = await store.db.selectFrom('auditEntries').select(['action', 'actorName']).execute();
      assert.ok(
        audit.some(({ action, actorName }) => action === 'user.password' && actorName === 'Olga Owner'),
      );

      // The fourth mail to an address within the hour is refused, also when nobody has it.
      await uncounted(server);
      const later = [await ask('olga@example.com'), await ask('olga@example.com')];
      assert.deepEqual(later.map(({ status }) => status), [204, 429]); // prettier-ignore
      await uncounted(server);
      for (let nth = 0; nth < 2; nth++) await ask('nobody@example.com');
      assert.equal((await ask('nobody@example.com')).status, 429);

      // A link that is too old, and one that another new password came before.
      const sent = await eventually(
        () => mail.mails.at(-1)!,
        ({ text }) => linkOf(text)[2] !== token,
      );
      const [, , old = ''] = linkOf(sent.text);
      await uncounted(server);
      await store.db
        .updateTable('passwordResets')
        .set({ expiresAt: await store.now() })
        .execute();
      assert.equal((await complete(old)).status, 404);
      await uncounted(server, '');
      await ask('olga@example.com');
      const [, , fresh = ''] = linkOf(
        (
          await eventually(
            () => mail.mails.at(-1)!,
            ({ text }) => linkOf(text)[2] !== old,
          )
        ).text,
      );
      await setPassword(store, 'olga@example.com', 'x');
      assert.equal((await complete(fresh)).status, 404);
    });
  });

test('who signs in elsewhere gets no password, and a server without mail names the command', async (t) => {
  const mail = await mailServer(t);
  const settings = { DOCENT_SMTP_URL: mail.url, DOCENT_MAIL_FROM: 'docent@example.com' };
  const server = await startServer({ settings, work: ['password-reset'] });
  t.after(() => server.close());
  const { userId } = await signedInAs(server, 'none', null);
  const email = `${userId}@example.com`.toLowerCase();
  await sessionClient(server).send('POST', reset, { email });
  const text = await eventually(
    () => mail.mails.at(-1)?.text ?? '',
    (said) => said !== '',
  );
  assert.match(plain(text), /identity provider/);
  assert.doesNotMatch(text, /pwr_/);

  const silent = await startServer();
  t.after(() => silent.close());
  const answer = await sessionClient(silent).send('POST', reset, { email });
  assert.equal(answer.status, 404);
  assert.match(answer.body.message, /docent users password/);
  assert.equal((await sessionClient(silent).get('/manage/v1/session')).body.mail, false);
});

test('a person who forgot their password gets a new one in the browser', async (t) => {
  const mail = await mailServer(t);
  const settings = { DOCENT_SMTP_URL: mail.url, DOCENT_MAIL_FROM: 'docent@example.com' };
  const server = await startServer({ settings, work: ['password-reset'] });
  t.after(() => server.close());
  await setUp(server);
  const browser = await openChromium();
  t.after(() => browser.close());
  const { page, problems } = await watchedPage(await browser.newContext(), server.url);
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Email me a link' }).click();
  assert.equal(await saidAtFocused(page), 'Fill this in.');
  await page.getByLabel('E-mail').fill('olga');
  await page.keyboard.press('Enter');
  assert.match(await saidAtFocused(page), /such as ada@example\.com/);
  await page.getByLabel('E-mail').fill('olga@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('If olga@example.com has an account').waitFor();
  const text = await eventually(
    () => plain(mail.mails.at(-1)?.text ?? ''),
    (said) => said.includes('#pwr_'),
  );
  await page.goto(/http\S+#pwr_\w+/.exec(text)![0]);
  await page.getByLabel('New password').fill('too short');
  await page.keyboard.press('Enter');
  assert.match(await saidAtFocused(page), /^Use at least 12 characters\./);
  await page.getByLabel('New password').fill(next);
  await page.keyboard.press('Enter');
  await page.getByText('Your password was changed.').waitFor();
  await page.getByLabel('E-mail').fill('olga@example.com');
  await page.getByLabel('Password').fill(next);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  assert.deepEqual(problems, []);
});

/** A mail's text without soft line breaks. https://www.rfc-editor.org/rfc/rfc2045#section-6.7 */
const plain = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
