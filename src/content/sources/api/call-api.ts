import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { DocentError } from '../../../errors.ts';
import type { PublicFetcher, PublicResponse } from '../../../lib/public-fetch.ts';
import { type HeaderFields, isRateLimited, retryAfter } from '../../../lib/retry-after.ts';

/** Asks an API for JSON. @param body posted as JSON */
export type CallApi = (url: URL, body?: object) => Promise<unknown>;

type ApiAccess = {
  name: string;
  fetcher: PublicFetcher;
  headers: Record<string, string>;
  /** Milliseconds that all requests together wait while they are told to. */
  patience?: number | undefined;
  signal?: AbortSignal | undefined;
};

const maxBytes = 32 * 1024 * 1024;
const maxTries = 8;
const usualPatience = 5 * 60_000;
/** Milliseconds of the first wait for who does not say how long to wait. */
const firstWait = 1_000;

/** The fields that say when to ask again. */
const fields = [
  'retry-after',
  'retry-after-ms',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-remaining',
  'ratelimit-reset',
];

/**
 * Calls of one API: they wait as a rate limit says, as long as their patience lasts, and follow no redirect, which could take the token elsewhere.
 * Errors are for the owner of the source, and say what to do.
 */
export function openCalls({ name, fetcher, headers, patience = usualPatience, signal }: ApiAccess): CallApi {
  let left = patience;
  return async (url, body) => {
    for (let nth = 1; ; nth++) {
      const answer = await fetcher.get(url, {
        headers: {
          accept: 'application/json',
          'user-agent': 'Docent',
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        maxBytes,
        follows: () => false,
        signal,
      });
      if (answer.status === 200) return jsonOf(answer, name);
      const wait = waitOf(answer, nth);
      if (wait === null) throw faultOf(answer, name, url);
      if (wait > left || nth === maxTries)
        throw new DocentError('not_ready', `${name} allows no more requests now. It is asked again later.`);
      left -= wait;
      await setTimeout(wait, undefined, { signal });
    }
  };
}

/** The milliseconds to wait before the same is asked again; null when that is of no use. */
function waitOf({ status, header }: PublicResponse, nth: number): number | null {
  const given: HeaderFields = Object.fromEntries(
    fields.flatMap((field) => (header(field) === null ? [] : [[field, header(field)!]])),
  );
  const isLimit = status === 429 || (status === 403 && isRateLimited(given));
  if (!isLimit && status < 500) return null;
  return retryAfter(given) ?? firstWait * 2 ** (nth - 1);
}

function faultOf({ status }: PublicResponse, name: string, { host, pathname }: URL): DocentError {
  if (status === 401)
    return new DocentError(
      'source_unreachable',
      `${name} refuses the token: it is wrong, expired or revoked. Give the source a new one.`,
    );
  if (status === 403)
    return new DocentError(
      'source_unreachable',
      `${name} does not let the token read ${pathname}. Give it the rights to read, or the source another one.`,
    );
  if (status === 404)
    return new DocentError(
      'not_found',
      `${name} has nothing at ${host}${pathname}, or the token may not see it. Check the address and the token’s rights.`,
    );
  return new DocentError(
    'source_unreachable',
    `${name} answers ${status} at ${host}. Check the address of the source.`,
  );
}

function jsonOf({ body }: PublicResponse, name: string): unknown {
  if (body === null) throw new DocentError('invalid_request', `An answer of ${name} is larger than 32 MB.`);
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new DocentError(
      'source_unreachable',
      `${name} answers with what is no JSON. Check the address of the source.`,
      { cause },
    );
  }
}

/** An answer that is as its API's documentation says. @param advice what to check where it is not */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  name: string,
  advice = 'Check the address of the source.',
): z.output<Schema> {
  const { data, success } = schema.safeParse(given);
  if (success) return data;
  throw new DocentError('source_unreachable', `${name} answers otherwise than its API does. ${advice}`);
}

/** Nothing in place of an entry that was deleted, or is shared no more, since it was listed. */
export function unlessGone(error: unknown): null {
  if (error instanceof DocentError && error.code === 'not_found') return null;
  throw error;
}

/** The token goes to the address of the source only. */
export function sameOrigin(link: string, { origin }: URL): URL {
  const { pathname, search } = new URL(link, origin);
  return new URL(`${origin}${pathname}${search}`);
}

/** A token as a header: `user:secret` is Basic, everything else Bearer. */
export function authorizationOf(token: string | null): Record<string, string> {
  if (token === null) return {};
  return {
    authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
  };
}
