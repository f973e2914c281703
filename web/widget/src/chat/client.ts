import type { Host } from '../loader/host.ts';
import { pagePath } from './page-path.ts';
import { networkProblem, ProblemError, toProblem } from './problem.ts';
import { type AnswerPart, readStream } from './read-stream.ts';
import { toJson } from './to-json.ts';
import type { Thread, Turn } from './types.ts';

/** The server's settings for the widget's look; data attributes override them. */
export type Appearance = {
  name?: string | null;
  color?: string | null;
  logo?: string | null;
  greeting?: string | null;
  label?: string | null;
  position?: string | null;
  support?: string | null;
  starters?: string[];
  docs?: { commit: string | null; deployedAt: string | null };
};

export type Hit = { url: string; title: string; heading: string; snippet: string };
export type Answer = { threadId: string | null; threadKey: string | null; parts: AsyncIterable<AnswerPart> };
export type Client = ReturnType<typeof createClient>;

const maxEarlierTurns = 6;

/** The assistant's API for one project. All methods throw ProblemError. */
export function createClient({ base, read }: Pick<Host, 'base' | 'read'>) {
  const domain = encodeURIComponent(read('domain') ?? '');
  const messages = `v2/assistant/${domain}/message`;
  let readerToken: Promise<string | undefined> | undefined;

  async function send(path: string, init: RequestInit, isSecondTry = false): Promise<Response> {
    const token = await tokenOfReader();
    const headers = {
      authorization: `Bearer ${read('key') ?? ''}`,
      ...(init.body != null && { 'content-type': 'application/json' }),
      ...(token && { 'x-docent-reader': token }),
    };
    const response = await fetch(`${base}discovery/${path}`, { ...init, headers }).catch((error: unknown) => {
      throw init.signal?.aborted ? error : networkProblem();
    });
    if (response.ok) return response;
    const error = await toProblem(response);
    if (error.problem.code !== 'invalid_reader') throw error;
    // An expired token is fetched once more; so is a missing one, when the reader tries again.
    readerToken = undefined;
    if (token === undefined || isSecondTry) throw error;
    return send(path, init, true);
  }

  function tokenOfReader(): Promise<string | undefined> | undefined {
    const url = read('reader-token-url');
    if (url === undefined) return undefined;
    readerToken ??= fetchToken(url).catch((error: unknown) => {
      readerToken = undefined;
      throw error;
    });
    return readerToken;
  }

  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    send(path, { method: 'POST', body: toJson(body), signal: signal ?? null });

  return {
    async appearance(): Promise<Appearance> {
      return (await send(`v1/appearance/${domain}`, {})).json() as Promise<Appearance>;
    },

    /** The pages for the text being typed. */
    async search(query: string, signal: AbortSignal): Promise<Hit[]> {
      const response = await post(`v1/search/${domain}`, { query, pageSize: 6, typing: true }, signal);
      const results = (await response.json()) as { metadata: Hit }[];
      return results.map(({ metadata }) => metadata);
    },

    async ask({ id, key, fp, turns }: Thread, turn: Turn, signal: AbortSignal): Promise<Answer> {
      const earlier = turns.filter(({ state, text }) => state !== 'asking' && text !== '');
      const body = {
        id: turn.id,
        resumable: true,
        citations: 'data',
        fp,
        ...(id !== null && { threadId: id, ...(key !== null && { threadKey: key }) }),
        messages: [...earlier.slice(-maxEarlierTurns).flatMap(toMessages), toMessages(turn)[0]],
        currentPath: pagePath(),
        ...(turn.selection && {
          context: [{ type: 'textSelection', value: turn.selection.text, path: turn.selection.path }],
        }),
      };
      const response = await post(messages, body, signal);
      return {
        threadId: response.headers.get('x-thread-id'),
        threadKey: response.headers.get('x-thread-key'),
        parts: readStream(response.body!),
      };
    },

    /** The running answer of a turn from its beginning, or null. */
    async resume(id: string, signal: AbortSignal): Promise<Answer['parts'] | null> {
      const response = await send(`${messages}/${id}/stream?unread=1`, { signal });
      return response.status === 200 ? readStream(response.body!) : null;
    },

    async stop(id: string): Promise<void> {
      await post(`${messages}/${id}/stop`, {});
    },

    async rate(messageId: string, helpful: boolean, comment?: string): Promise<void> {
      await post(`v1/feedback/${domain}`, { messageId, helpful, ...(comment && { comment }) });
    },
  };
}

function toMessages({ id, question, text }: Turn) {
  return [
    { id: `${id}-q`, role: 'user', parts: [{ type: 'text', text: question }] },
    { id: `${id}-a`, role: 'assistant', parts: [{ type: 'text', text }] },
  ];
}

/**
 * Fetches the reader token from the site's own server, as text or as `{"token"}`. Undefined for readers that it does
 * not know; the server decides what they may see.
 */
async function fetchToken(url: string): Promise<string | undefined> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => {
    // When the browser is online, the cause is usually a redirect to the sign-in page of another host.
    if (!navigator.onLine) throw networkProblem();
  });
  if (response && response.status >= 500)
    throw new ProblemError({ kind: 'unreachable', code: 'unreachable' }, url);
  const text = response?.ok ? await response.text() : '';
  const [, asText, inJson] = /^\s*([\w-]+\.[\w-]+\.[\w-]+)\s*$|"token"\s*:\s*"([\w.-]+)"/.exec(text) ?? [];
  if (text && !asText && !inJson)
    // oxlint-disable-next-line no-console -- the site's developers look here
    console.error(`Docent: ${url} gave no token, which is a JWT or {"token": "…"}.`);
  return asText ?? inJson;
}
