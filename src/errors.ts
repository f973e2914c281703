import { isOutOfFiles, outOfFiles } from './lib/open-files.ts';

/** Every error code of the API, with its HTTP status. `docs/reference/errors.md` explains each. */
export const statusOfCode = {
  invalid_request: 400,
  invalid_json: 400,
  source_unreachable: 400,
  missing_key: 401,
  invalid_key: 401,
  expired_key: 401,
  wrong_credentials: 401,
  invalid_signature: 401,
  invalid_reader: 401,
  credits_exhausted: 402,
  wrong_key_kind: 403,
  ip_not_allowed: 403,
  origin_not_allowed: 403,
  insufficient_scope: 403,
  insufficient_role: 403,
  cross_site_request: 403,
  not_found: 404,
  thread_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  model_unavailable: 502,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** One problem with a request: `path` in dots, as in `messages.0.role`. */
export type ErrorDetail = { path: string; message: string };

type DocentErrorOptions = { cause?: unknown; details?: ErrorDetail[]; headers?: Record<string, string> };

/**
 * The one error type. `message` is public: it says what to do and nothing internal. `cause` is for the log only.
 */
export class DocentError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, publicMessage: string, options: DocentErrorOptions = {}) {
    super(publicMessage, { cause: options.cause });
    this.name = 'DocentError';
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** Converts anything that was thrown to an error that is safe to show. */
export function asDocentError(thrown: unknown): DocentError {
  if (thrown instanceof DocentError) return thrown;
  if (isOutOfFiles(thrown))
    return new DocentError('not_ready', outOfFiles, { cause: thrown, headers: { 'retry-after': '5' } });
  return new DocentError('internal', 'Something went wrong on our side. Please try again.', {
    cause: thrown,
  });
}
