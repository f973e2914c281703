import { pino } from 'pino';
import { replaceSecrets } from './secret-shapes.ts';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Credentials in an Authorization header, of any form: https://www.rfc-editor.org/rfc/rfc9110#section-11.4 */
const credentials = /\b(Bearer|Basic) [A-Za-z0-9+/_=.~-]{16,}/gi;

/**
 * Redacts everything that looks like a secret to its kind: `svc_…`.
 * @param secrets further values to redact
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let shown = text;
  for (const secret of secrets)
    // In a JSON line the secret is escaped.
    for (const written of new Set([secret, JSON.stringify(secret).slice(1, -1)]))
      shown = shown.replaceAll(written, '…');
  return replaceSecrets(shown, (kind) => `${kind}…`).replace(credentials, '$1 …');
}

/**
 * Logs JSON lines to standard error, so that standard output stays data. Every line is redacted as a whole.
 * @param secrets values that must not appear
 */
export function createLog(level: string, secrets: readonly string[] = []): Log {
  return pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void process.stderr.write(redact(line, secrets)) },
  );
}
