import { pino } from 'pino';
import { replaceSecrets } from './secret-shapes.ts';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The same text with everything that looks like a secret cut to its kind: `svc_…`. */
export function redact(text: string): string {
  return replaceSecrets(text, (kind) => `${kind}…`);
}

/** JSON lines on standard error, so that standard output stays data. Every line is redacted whole. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void process.stderr.write(redact(line)) },
  );
}
