import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { resolveRef } from './resolve-ref.ts';

const sshd = '/usr/sbin/sshd';

test(
  'A repository by ssh is read with our key from a host that is known, and from no other',
  { skip: !existsSync(sshd) && `there is no ${sshd}` },
  async (context) => {
    const { folder, url } = await startSshServer(context);
    const sha = await commitFiles(join(folder, 'docs.git'), { 'a.md': 'a' });
    const access = (key: string, knownHosts: string) => ({
      url,
      authorization: null,
      ssh: { keyFile: join(folder, key), knownHostsFile: join(folder, knownHosts) },
    });
    assert.equal((await resolveRef(access('key', 'known hosts'), null)).sha, sha);
    await assert.rejects(resolveRef(access('stranger', 'known hosts'), null), {
      code: 'forge_access_denied',
    });
    await assert.rejects(resolveRef(access('key', 'nobody'), null), /ssh host is unknown/);
  },
);

/** An ssh server on this machine that knows the key `key`, and whose own key is in `known hosts`. */
async function startSshServer(context: TestContext): Promise<{ folder: string; url: string }> {
  const folder = await temporaryFolder(context);
  const port = await freePort();
  for (const name of ['host', 'key', 'stranger'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  await writeFile(join(folder, 'authorized'), await readFile(join(folder, 'key.pub')));
  await writeFile(
    join(folder, 'known hosts'),
    `[127.0.0.1]:${port} ${await readFile(join(folder, 'host.pub'), 'utf8')}`,
  );
  await writeFile(join(folder, 'nobody'), '');
  // Where sshd drops its rights when root runs it.
  await mkdir('/run/sshd', { recursive: true }).catch(() => {});
  const options = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: join(folder, 'host'),
    AuthorizedKeysFile: join(folder, 'authorized'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
  };
  const words = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const server = spawn(sshd, ['-D', '-e', '-f', '/dev/null', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  context.after(() => server.kill());
  for await (const text of server.stderr) if (String(text).includes('listening')) break;
  return { folder, url: `ssh://${userInfo().username}@127.0.0.1:${port}${join(folder, 'docs.git')}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
