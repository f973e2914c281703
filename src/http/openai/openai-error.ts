import { z } from '@hono/zod-openapi';
import type { DocentError } from '../../errors.ts';
import type { ErrorShape } from '../route.ts';

const schema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().describe('One of the codes of all other endpoints.'),
    }),
    requestId: z.string(),
  })
  .openapi('OpenAiError');

/** Errors in OpenAI's format, with our codes: https://platform.openai.com/docs/guides/error-codes */
export const openAiError: ErrorShape = {
  schema,
  body: (error, requestId) => ({
    error: {
      message: error.message,
      type: typeOf(error),
      param: error.details?.[0]?.path ?? null,
      code: error.code,
    },
    requestId,
  }),
};

function typeOf({ status }: DocentError): string {
  if (status >= 500) return 'server_error';
  const types: Record<number, string> = {
    401: 'authentication_error',
    402: 'insufficient_quota',
    403: 'permission_error',
    429: 'rate_limit_error',
  };
  return types[status] ?? 'invalid_request_error';
}
