import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { DocentError } from '../errors.ts';

/** How connections to a PostgreSQL may be made, in the order in which to try them: with TLS or without. */
type PostgresAddress = { connectionString: string; tls: NonNullable<ClientConfig['ssl']>[] };

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof modes)[number];

/**
 * Reads an address as libpq does; node-postgres means something else by `sslmode`.
 * https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 * @throws DocentError `not_ready` that never holds the address, which has the password
 */
export function readPostgresAddress(address: string): PostgresAddress {
  const url = URL.parse(address);
  // An unescaped # or / in the password would end it.
  if (url === null || url.hash !== '' || `${url.pathname}${url.search}`.includes('@'))
    throw wrong(
      'is not an address. In a name or password, write % as %25, # as %23, / as %2F, ? as %3F and @ as %40.',
    );
  const take = (name: string): string | undefined => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value || undefined;
  };
  const [ssl, sslmode, root] = [take('ssl'), take('sslmode'), take('sslrootcert')];
  const given =
    sslmode ?? (ssl === undefined ? 'prefer' : /^(true|1)$/.test(ssl) ? 'verify-full' : 'disable');
  const mode = modes.find((each) => each === given);
  if (mode === undefined) throw wrong(`has the unknown sslmode=${given}. It is one of ${modes.join(', ')}.`);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const own = {
    ...fileOf('cert', 'sslcert', take('sslcert')),
    ...fileOf('key', 'sslkey', take('sslkey')),
    passphrase: take('sslpassword'),
  };
  // The system's certificate authorities certify names only.
  const isOfSystem = root === 'system';
  const authority = isOfSystem ? {} : fileOf('ca', 'sslrootcert', root);
  const isSocket = host === '' || host.startsWith('/');
  return {
    tls: isSocket ? [false] : tlsOf(isOfSystem ? 'verify-full' : mode, { ...own, ...authority }, host),
    connectionString: url.href,
  };
}

function tlsOf(mode: Mode, files: ConnectionOptions, host: string): PostgresAddress['tls'] {
  const unverified = { ...files, rejectUnauthorized: false };
  const byAuthority = { ...files, checkServerIdentity: () => undefined };
  // For a server that is named by its IP address, node-postgres gives no name to compare.
  const byName = { ...files, host: host.replace(/^\[(.*)\]$/, '$1') };
  const ways: Record<Mode, PostgresAddress['tls']> = {
    disable: [false],
    allow: [false, unverified],
    prefer: [unverified, false],
    require: [files.ca === undefined ? unverified : byAuthority],
    'no-verify': [unverified],
    'verify-ca': [byAuthority],
    'verify-full': [byName],
  };
  return ways[mode];
}

function fileOf(as: 'ca' | 'cert' | 'key', name: string, file: string | undefined): ConnectionOptions {
  if (file === undefined) return {};
  try {
    return { [as]: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw wrong(`names a file that cannot be read: ${name}=${file}.`, cause);
  }
}

function wrong(what: string, cause?: unknown): DocentError {
  return new DocentError('not_ready', `The address of the database (DOCENT_DATABASE_URL) ${what}`, { cause });
}
