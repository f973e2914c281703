import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { firstAddress } from '../http/listen.ts';
import { asDocentError } from '../errors.ts';
import { requireRights } from '../store/database-rights.ts';
import { openAsItIs } from '../store/open-store.ts';
import { storeOptions } from './backup.ts';
import { testModels } from './test-models.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import { program } from '../lib/program.ts';

/** The result of one check, and what to do about it; null when all is well. */
type SystemCheck = { name: string; found: string; problem: string | null };

const minFreeBytes = 1e9;

/** Checks the machine for Docent's needs, without changing anything. */
export async function checkSystem(config: Config): Promise<SystemCheck[]> {
  return Promise.all([
    checkNode(),
    checkGit(),
    checkFolder(config),
    checkDisk(config),
    checkPort(config),
    checkDatabase(config),
    checkModels(config),
    checkSecrets(config),
    checkNames(),
  ]);
}

const good = (name: string, found: string): SystemCheck => ({ name, found, problem: null });
const bad = (name: string, found: string, problem: string): SystemCheck => ({ name, found, problem });

async function checkNode(): Promise<SystemCheck> {
  const isNew = Number(process.versions.node.split('.')[0]) >= 24;
  return isNew ? good('Node', process.version) : bad('Node', process.version, 'Install Node 24 or newer.');
}

async function checkGit(): Promise<SystemCheck> {
  const said = await promisify(execFile)('git', ['--version']).catch(() => null);
  return said === null
    ? bad(
        'git',
        'missing',
        'Install git: without it, docs come from folders and sites only, and there are no jobs.',
      )
    : good('git', said.stdout.trim());
}

async function checkFolder({ dataFolder }: Config): Promise<SystemCheck> {
  try {
    accessSync(nearest(dataFolder), constants.W_OK);
    return good('Data folder', existsSync(dataFolder) ? dataFolder : `${dataFolder}, to be made`);
  } catch {
    return bad('Data folder', dataFolder, 'It cannot be written. Choose another with --data or DOCENT_DATA.');
  }
}

async function checkDisk({ dataFolder }: Config): Promise<SystemCheck> {
  const { bavail, bsize } = await statfs(nearest(dataFolder));
  const found = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  return bavail * bsize >= minFreeBytes ? good('Disk', found) : bad('Disk', found, 'Leave at least 1 GB.');
}

async function checkPort({ port, host }: Config): Promise<SystemCheck> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
  const server = createServer()
    .once('error', resolve)
    .listen(port, firstAddress(host), () => resolve(null));
  const error = await promise;
  server.close();
  const name = `${host}:${port}`;
  if (error === null) return good('Port', `${name} is free`);
  return bad(
    'Port',
    `${name}: ${error.code}`,
    'It is in use, by Docent or another; DOCENT_PORT chooses another.',
  );
}

async function checkDatabase(config: Config): Promise<SystemCheck> {
  const file = /^sqlite:(.*)$/s.exec(config.databaseUrl)?.[1];
  if (file !== undefined)
    return good('Database', existsSync(file) ? `SQLite, ${file}` : 'SQLite, to be made');
  try {
    const store = await openAsItIs({ ...storeOptions(config), directUrl: config.databaseDirectUrl });
    await requireRights(store).finally(() => store.close());
    const isPolled = store.isPooled && config.databaseDirectUrl === undefined;
    const hint = 'behind a pooler: servers look for new work every 2 s, or set DOCENT_DATABASE_DIRECT_URL';
    return good('Database', `PostgreSQL answers${isPolled ? `, ${hint}` : ''}`);
  } catch (error) {
    return bad('Database', 'PostgreSQL cannot be used', asDocentError(error).message);
  }
}

async function checkModels(config: Config): Promise<SystemCheck> {
  const { models } = config;
  try {
    const tested = await testModels(config, models.names);
    const wrong = tested.flatMap(({ model, findings }) =>
      findings.filter(({ isGood }) => !isGood).map(({ words }) => `${model}: ${words}`),
    );
    const found = models.names.join(', then ');
    return wrong.length === 0 ? good('Model', found) : bad('Model', found, wrong.join(' '));
  } catch (error) {
    return bad(
      'Model',
      models.names.join(', then '),
      error instanceof Error ? error.message : 'It cannot be used.',
    );
  }
}

async function checkSecrets({ secretKey }: Config): Promise<SystemCheck> {
  if (existsSync('.env') && process.platform !== 'win32' && (statSync('.env').mode & 0o077) !== 0)
    return bad('Keys', '.env can be read by others', 'Run chmod 600 .env.');
  return secretKey === undefined
    ? bad(
        'Keys',
        'no DOCENT_SECRET_KEY',
        `Set it to encrypt secrets in the database: ${program} init makes one.`,
      )
    : good('Keys', 'secrets in the database are encrypted');
}

async function checkNames(): Promise<SystemCheck> {
  const problem = mistypedSettings();
  return problem === null ? good('Settings', 'all are known') : bad('Settings', 'unknown ones', problem);
}

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
