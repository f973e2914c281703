import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { extraCertificates } from '../config.ts';

let made: string | undefined;

/**
 * A file with the certificates that Node trusts, those of NODE_EXTRA_CA_CERTS among them: git reads none of that, and a file
 * that it is given replaces the machine's. Undefined without that variable.
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
