import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { extraCertificates } from '../config.ts';

let made: string | undefined;

/**
 * A file with all certificates that Node trusts, including NODE_EXTRA_CA_CERTS, for git: it does not read that
 * variable, and a file given to it replaces the system's. Undefined without the variable.
 */
export function certificatesForGit(): string | undefined {
  if (extraCertificates === undefined) return undefined;
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(tmpdir(), 'docent-certificates-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  made = join(folder, 'all.pem');
  const all = new Set([
    ...getCACertificates('default'),
    ...getCACertificates('system'),
    ...getCACertificates('extra'),
  ]);
  writeFileSync(made, [...all].join('\n'));
  return made;
}
