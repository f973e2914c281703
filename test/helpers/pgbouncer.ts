import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

const program = ['/usr/sbin/pgbouncer', 'pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).error === undefined,
);

export const noPgBouncer = program === undefined && 'pgbouncer is not installed (apt-get install pgbouncer)';

/** It refuses to run as root. `nobody` has this number on every system that matters. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** PgBouncer in transaction mode before a database. @param more lines of its configuration */
export async function startPgBouncer(
  database: string,
  more: string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, pathname } = new URL(database);
  const folder = await mkdtemp(join(tmpdir(), 'docent-pgbouncer-'));
  const listenPort = await freePort();
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(
    configuration,
    [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // Few, so that clients get each other's sessions.
      'default_pool_size = 3',
      ...more,
    ].join('\n'),
  );
  if (user.uid) for (const path of [folder, configuration]) await chown(path, user.uid, user.gid);
  const server = spawn(program!, [configuration], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    server.on('exit', () => reject(new Error(`PgBouncer ended: ${said}`)));
  });
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      process.off('exit', kill);
      if (server.exitCode === null) {
        kill();
        await once(server, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
