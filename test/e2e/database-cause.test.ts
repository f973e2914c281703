// What keeps a PostgreSQL from being used reaches the operator, by the start and by `doctor --system`; and `sslmode` as libpq means it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { DocentError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startOwnServer } from '../helpers/postgres.ts';
import { docent } from '../helpers/run-docent.ts';

const postgres = await startOwnServer();
const folder = await mkdtemp(join(tmpdir(), 'docent-tls-'));
const admin = new Client({ connectionString: postgres.url });
await admin.connect();
after(async () => {
  await admin.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});
const { host } = new URL(postgres.url);
const port = Number(host.split(':')[1]);

const run = async (statements: string, database = 'postgres') => {
  const client = new Client({ connectionString: `postgres://postgres@${host}/${database}` });
  await client.connect();
  await client.query(statements).finally(() => client.end());
};
await run('create database app');
await run(
  "create role reader login password 'sesame'; create role user_of_tables login; create role owner login",
);

/** Which roles need a password, and which TLS. */
const rules = [
  'hostssl all onlytls 127.0.0.1/32 trust',
  'host all onlytls 127.0.0.1/32 reject',
  'host all locked 127.0.0.1/32 scram-sha-256',
  'host all all 127.0.0.1/32 trust',
];
await run("create role locked login password 'sesame'; create role onlytls login superuser");
const { rows } = await admin.query<{ hba: string; data: string }>(
  "select current_setting('hba_file') as hba, current_setting('data_directory') as data",
);
const { hba, data } = rows[0]!;
await writeFile(hba, `${rules.join('\n')}\n`);
await run('select pg_reload_conf()');

/** What opening it says; null when it opens. */
async function problem(url: string): Promise<string | null> {
  try {
    await (await openStore({ url })).close();
    return null;
  } catch (error) {
    assert.ok(error instanceof DocentError, String(error));
    assert.equal(error.code, 'not_ready');
    return error.message;
  }
}

test('each kind of failure is said in a sentence of its own, without the password', async () => {
  const wanted: [url: string, said: RegExp][] = [
    [
      'postgres://reader:sesame@no-such-host.invalid/app',
      /name of the database’s host, no-such-host\.invalid, is not known/,
    ],
    ['postgres://reader:sesame@127.0.0.1:1/app', /Nothing listens at 127\.0\.0\.1:1/],
    [`postgres://locked:wrong-sesame@${host}/app`, /the password of the role locked is wrong/],
    [`postgres://nobody:sesame@${host}/app`, /the role nobody may not connect/],
    [`postgres://reader:sesame@${host}/nosuch`, /there is no database nosuch/],
    [
      `postgres://reader:sesame@${host}/app`,
      /may not create tables in the schema public.*GRANT CREATE ON SCHEMA public TO reader;/,
    ],
    [`postgres://reader:sesame@${host}/app?sslmode=require`, /offers no TLS, and sslmode asks for it/],
    [`postgres://reader:sesame@${host}/app?sslmode=strict`, /unknown sslmode=strict/],
    [
      `postgres://reader:sesame@${host}/app?sslrootcert=/none.pem&sslmode=verify-ca`,
      /sslrootcert=\/none\.pem/,
    ],
    [`postgres://reader:ses#ame@${host}/app`, /# as %23/],
    [`postgres://reader:1/sesame@${host}/app`, /\/ as %2F/],
  ];
  for (const [url, said] of wanted) {
    const message = (await problem(url)) ?? 'It opened.';
    assert.match(message, said, url);
    assert.doesNotMatch(message, /sesame|ses#?ame/);
  }
});

test('the start and the doctor say the same', async () => {
  const env = { DOCENT_DATABASE_URL: `postgres://reader:sesame@${host}/app`, DOCENT_EMBEDDING_MODEL: 'none' };
  const said = /The role reader may not create tables in the schema public/;
  const doctor = await docent(['doctor', '--system', '--data', join(folder, 'data')], { env });
  assert.match(doctor.stdout + doctor.stderr, said);
  const start = await docent(['serve', folder, '--port', '0', '--data', join(folder, 'data')], { env });
  assert.match(start.stderr, said);
});

test('a role of its own schema may do everything, and one that may only use the tables is enough for a start', async () => {
  await run('create database own');
  await run('create schema owner authorization owner; grant usage on schema owner to user_of_tables', 'own');
  assert.equal(await problem(`postgres://owner@${host}/own`), null);
  await run('alter role user_of_tables in database own set search_path = owner');
  assert.match(
    (await problem(`postgres://user_of_tables@${host}/own`))!,
    /GRANT SELECT, INSERT, UPDATE, DELETE/,
  );
  await run('grant select, insert, update, delete on all tables in schema owner to user_of_tables', 'own');
  assert.equal(await problem(`postgres://user_of_tables@${host}/own`), null);
});

const skip = spawnSync('openssl', ['version']).error !== undefined && 'makes certificates by openssl';

test('sslmode is as libpq means it', { skip }, async () => {
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const subject = (name: string) => ['-subj', `/CN=${name}`, '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  for (const authority of ['ca', 'other'])
    openssl('req', '-x509', ...subject(authority), '-keyout', `${authority}.key`, '-out', `${authority}.crt`);
  openssl('req', ...subject('db.example'), '-keyout', 'server.key', '-out', 'server.csr');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-out',
    'server.crt',
  );
  for (const file of ['server.key', 'server.crt']) {
    await writeFile(join(data, file), await readFile(join(folder, file)), { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(join(data, file), 65_534, 65_534);
  }
  await run('alter system set ssl = on');
  await run('select pg_reload_conf()');
  const ca = join(folder, 'ca.crt');
  const other = join(folder, 'other.crt');
  const opens = (query: string, role = 'onlytls') =>
    problem(`postgres://${role}@127.0.0.1:${port}/postgres${query}`);
  for (const query of [
    '',
    '?sslmode=prefer',
    '?sslmode=allow',
    '?sslmode=require',
    `?sslmode=verify-ca&sslrootcert=${ca}`,
  ])
    assert.equal(await opens(query), null, query);
  const refused: Record<string, RegExp> = {
    '?sslmode=disable': /the role onlytls may not connect/,
    // With an authority it is verified: https://www.postgresql.org/docs/current/libpq-ssl.html
    [`?sslmode=require&sslrootcert=${other}`]: /TLS to the database/,
    [`?sslmode=verify-ca&sslrootcert=${other}`]: /TLS to the database/,
    // It is of another name.
    [`?sslmode=verify-full&sslrootcert=${ca}`]: /TLS to the database .*ERR_TLS_CERT_ALTNAME_INVALID/,
    '?sslmode=verify-full': /TLS to the database/,
  };
  for (const [query, said] of Object.entries(refused))
    assert.match((await opens(query)) ?? 'It opened.', said, query);
  assert.equal(await opens('?sslmode=disable', 'postgres'), null);
});
