import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DocentError } from '../errors.ts';
import type { Log } from '../lib/log.ts';
import { createSeal } from '../lib/seal.ts';
import { findRequestKey, giveBackRequestKey, keepAnswer, takeRequestKey } from '../store/request-keys.ts';
import type { Store } from '../store/store.ts';

/** What identifies a repeated request. */
type Once = {
  /** The client's `Idempotency-Key`. */
  key: string;
  /** The API key or session of the request. */
  credential: string;
  method: string;
  /** Including the query. */
  url: string;
  body: unknown;
};

/** How long the same request waits for the answer to the first. */
const waitMs = 10_000;
const lookEveryMs = 100;

type StoredAnswer = { status: number; type: string | null; body: string };

/**
 * Handles a request once, however often it arrives in 24 hours; repetitions get the same response. A failed request
 * may be retried. A response may contain a secret, so it is encrypted with what only its client has: the key or
 * session and the `Idempotency-Key`, neither of which is stored.
 * @throws DocentError `conflict` when the key came with another body, or nobody knows how the first request ended
 */
export async function answerOnce(
  { store, log }: { store: Store; log: Log },
  { key, credential, method, url, body }: Once,
  answer: () => Promise<Response>,
): Promise<Response> {
  // HKDF takes at most 1,024 bytes of info, and an address may be longer.
  const address = createHash('sha256').update(`${method} ${url}`).digest('hex');
  const derived = (what: string) =>
    Buffer.from(hkdfSync('sha256', credential, key, `docent ${what} ${address}`, 32)).toString('hex');
  const bodyHash = createHmac('sha256', derived('body'))
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
  const request = { id: derived('request'), bodyHash };
  const seal = createSeal(derived('answer'));
  const first = await takeRequestKey(store, request);
  if (first !== null) return answerAgain(await answerOf(store, request, first), seal.open);
  const response = await answer().catch(async (error: unknown) => {
    await giveBackRequestKey(store, request.id);
    throw error;
  });
  if (!response.ok) {
    await giveBackRequestKey(store, request.id);
    return response;
  }
  try {
    await keepAnswer(store, request.id, seal.seal(JSON.stringify(await stored(response.clone()))));
  } catch (error) {
    // It took effect, so the key stays used; a repetition gets a conflict that says to check.
    log.warn({ err: error }, 'answer of a request with an Idempotency-Key not kept');
  }
  return response;
}

async function stored(response: Response): Promise<StoredAnswer> {
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.text(),
  };
}

/** Waits for the answer to the request that came first. */
async function answerOf(
  store: Store,
  request: { id: string; bodyHash: string },
  first: { bodyHash: string; answer: string | null },
): Promise<string> {
  const until = performance.now() + waitMs;
  let known: typeof first | null = first;
  for (;;) {
    if (known.bodyHash !== request.bodyHash)
      throw new DocentError('conflict', 'This Idempotency-Key was used with another body. Use a new key.');
    if (known.answer !== null) return known.answer;
    if (performance.now() > until)
      throw new DocentError(
        'conflict',
        'The first request with this Idempotency-Key has not ended. See whether it had effect before you use a new key.',
      );
    await setTimeout(lookEveryMs);
    known = await findRequestKey(store, request.id);
    if (known === null)
      throw new DocentError('conflict', 'The first request with this Idempotency-Key failed. Send it again.');
  }
}

function answerAgain(sealed: string, open: (sealed: string) => string): Response {
  const { status, type, body } = JSON.parse(open(sealed)) as StoredAnswer;
  const headers = {
    'cache-control': 'no-store',
    'idempotent-replayed': 'true',
    ...(type !== null && { 'content-type': type }),
  };
  return new Response(status === 204 ? null : body, { status, headers });
}
