/** Where a connection goes, without the password. */
type Target = { host: string; port: number; user: string; database: string };

/** What each of PostgreSQL's refusals means. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const refusals: Record<string, (at: Target) => string> = {
  '28P01': ({ user }) => `the password of the role ${user} is wrong`,
  '28000': ({ user }) => `the role ${user} may not connect`,
  '3D000': ({ database }) => `there is no database ${database}`,
  '42501': ({ user, database }) => `the role ${user} lacks a right in the database ${database}`,
  '53300': () => 'it has no connection left: lower DOCENT_DATABASE_CONNECTIONS, or raise its max_connections',
  '57P03': () => 'it is starting or stopping',
  '25006': () => 'it is read-only, as a replica is: name the primary',
};

/** TLS errors of Node, which names them after OpenSSL's. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificate =
  /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|EPROTO)/;

const timeouts = /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * One sentence for the operator: whether it is the name, the route, TLS, the password, the database, a right or the
 * version that keeps this PostgreSQL from being used.
 */
export function databaseProblem(error: unknown, at: Target): string {
  const where = at.host.startsWith('/') ? at.host : `${at.host}:${at.port}`;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const said = message.replace(/\s+/g, ' ').trim();
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name of the database’s host, ${at.host}, is not known here (${code}).`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `Nothing listens at ${where}, where the database should be (${code}).`;
  if (timeouts.test(code) || /timeout/i.test(said))
    return `There is no route to the database: ${where} does not answer. Check the address, the network and firewalls.`;
  if (said.includes('does not support SSL'))
    return `The database at ${where} offers no TLS, and sslmode asks for it.`;
  if (certificate.test(code))
    return `TLS to the database at ${where} failed: ${said} (${code}). See sslmode and sslrootcert.`;
  const meaning = refusals[code]?.(at);
  if (meaning !== undefined) return `The database at ${where} refuses: ${meaning} (${said}).`;
  if (/^[0-9A-Z]{5}$/.test(code)) return `The database at ${where} refuses: ${said} (${code}).`;
  return `What is at ${where} does not answer as PostgreSQL does: ${said || 'the connection ended'}.`;
}
