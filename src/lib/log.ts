import { pino } from 'pino';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const secretPattern = /\b(svc_(?:dsc_)?|thk_|whsec_|sk-|ghp_|gho_|ghs_|github_pat_|glpat-)[A-Za-z0-9_-]{8,}/g;

/** The same text with everything that looks like a key cut to its kind: `svc_…`. */
export function redact(text: string): string {
  return text.replace(secretPattern, '$1…');
}

/** JSON lines on standard error, so that standard output stays data. Every line is redacted whole. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void process.stderr.write(redact(line)) },
  );
}
