import { setTimeout as sleep } from 'node:timers/promises';
import { fetchOut } from '../lib/outgoing.ts';
import { retryAfter } from '../lib/retry-after.ts';

type JsonRequest = {
  /** The name for people. */
  channel: string;
  url: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  headers?: Record<string, string>;
  body?: unknown;
  /** Fails at once when the channel asks us to wait, for what the next call makes up for. */
  impatient?: boolean;
};

type JsonAnswer = { status: number; headers: Headers; json: Record<string, unknown> };

const timeoutMs = 15_000;
const maxWaitMs = 30_000;
const maxTries = 3;

/** A channel did not do what it was asked. `code` is its own word for why; `status` 0: it was not reached. */
export class ChannelFault extends Error {
  readonly code: string;
  readonly status: number;

  constructor(channel: string, { code, status, cause }: { code: string; status: number; cause?: unknown }) {
    super(`${channel} refused: ${code} (${status})`, { cause });
    this.name = 'ChannelFault';
    this.code = code;
    this.status = status;
  }
}

/**
 * One call of a channel's JSON API, again when the channel asks us to wait for a moment. Follows no redirect, so that a
 * token never goes to another host.
 * @throws ChannelFault when it cannot be reached, is out of order, or allows no more calls
 */
export async function callJson(request: JsonRequest): Promise<JsonAnswer> {
  for (let tries = 1; ; tries++) {
    const { response, text } = await send(request);
    const { status, headers } = response;
    if (status !== 429 && status < 500) return { status, headers, json: parse(text) };
    const waitMs = retryAfter(Object.fromEntries(headers)) ?? 1_000;
    const isOver = status !== 429 || request.impatient === true || tries === maxTries || waitMs > maxWaitMs;
    if (isOver) throw new ChannelFault(request.channel, { code: `status ${status}`, status });
    await sleep(waitMs);
  }
}

async function send({ channel, url, method = 'POST', headers, body }: JsonRequest) {
  const isForm = body instanceof URLSearchParams;
  try {
    const response = await fetchOut(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(body !== undefined && !isForm && { 'content-type': 'application/json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  } catch (cause) {
    throw new ChannelFault(channel, { code: 'unreachable', status: 0, cause });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
