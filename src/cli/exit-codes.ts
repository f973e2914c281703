import type { ErrorCode } from '../errors.ts';

/** What `docent` exits with; documented in `docs/reference/cli.md`. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  configuration: 4,
  model: 5,
  findings: 6,
  interrupted: 130,
} as const;

/** The exit code for an error. */
export function exitCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'not_found':
      return exitCodes.notFound;
    case 'invalid_request':
    case 'source_unreachable':
    case 'conflict':
    case 'not_ready':
      return exitCodes.configuration;
    case 'model_unavailable':
      return exitCodes.model;
    default:
      return exitCodes.failure;
  }
}
