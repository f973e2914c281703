import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { IncomingMessage } from 'node:http';
import { postForStream } from '../../../lib/outgoing.ts';
import type { Model } from '../../model.ts';
import { joinDeltas } from '../../read-by-frame.ts';
import { bytesByFrame } from '../../read-connection.ts';
import { askContext } from './ask-context.ts';
import { hearRefusal, noQuirks, type Quirks, type Sent } from './quirks.ts';
import { createChunkReader } from './read-chunks.ts';
import { createEventReader, type StreamEvent } from './read-events.ts';
import { writeRequest } from './write-request.ts';

type Part = LanguageModelV4StreamPart;
type Server = { url: string; key: string | undefined; modelId: string };
type Parts = AsyncGenerator<Part[], void>;

/** Characters of an error that are read. */
const maxError = 20_000;
/** A prompt this short fits into any context, so the server is not asked. */
const fitsAnywhere = 3_000;

/** By address and model, for as long as this process runs. */
const known = new Map<string, Quirks>();
const noted = new Map<string, string[]>();

/**
 * A model of a server that speaks OpenAI's chat completions. A refusal that names something that can be left out
 * changes that one thing, for all later calls too.
 * @param note called with what was changed, in words for the operator
 */
export function openChatModel(server: Server, note: (words: string) => void): Model {
  const { url, modelId } = server;
  const name = `${url} ${modelId}`;
  const quirks = () => known.get(name) ?? noQuirks;
  const askedContext = { was: false };

  async function ensureContext(sent: Sent, signal: AbortSignal | undefined): Promise<boolean> {
    if (askedContext.was || sent.inputTokens < fitsAnywhere) return false;
    askedContext.was = true;
    const context = await askContext(server, signal);
    if (context === null || context >= quirks().context) return false;
    known.set(name, { ...quirks(), context });
    return sent.inputTokens + sent.outputTokens > context;
  }

  async function start(options: LanguageModelV4CallOptions): Promise<{ first: Part[]; rest: Parts }> {
    for (;;) {
      const used = quirks();
      const { body, sent } = writeRequest(modelId, options, used);
      if (await ensureContext(sent, options.abortSignal)) continue;
      try {
        const rest = readParts(await post(server, body, options.abortSignal));
        const { value: first = [] } = await rest.next();
        const error = first.find((part) => part.type === 'error');
        if (error === undefined) return { first, rest };
        if (!adapt(JSON.stringify(error.error), sent, used)) return { first, rest };
        await rest.return();
      } catch (thrown) {
        if (!APICallError.isInstance(thrown) || !isRefusal(thrown)) throw thrown;
        if (!adapt(wordsOf(thrown), sent, used)) throw thrown;
      }
    }
  }

  function adapt(words: string, sent: Sent, used: Quirks): boolean {
    // A concurrent call got the same refusal.
    if (quirks() !== used) return true;
    const heard = hearRefusal(words, sent, used);
    if (heard === null) return false;
    known.set(name, heard.quirks);
    noted.set(name, [...(noted.get(name) ?? []), heard.note]);
    note(heard.note);
    return true;
  }

  /** A model that calls a tool takes tools, whatever was refused before: the server may have another model by now. */
  function unlearn(parts: readonly Part[]): void {
    const { without } = quirks();
    if (!without.has('tools') || !parts.some(({ type }) => type === 'tool-call')) return;
    known.set(name, { ...quirks(), without: new Set([...without].filter((what) => what !== 'tools')) });
  }

  return {
    specificationVersion: 'v4',
    provider: 'compatible',
    modelId,
    supportedUrls: {},
    isFramed: true,
    contextTokens: () => quirks().context,
    notes: () => noted.get(name) ?? [],
    doGenerate() {
      throw new Error('Models are asked by doStream only.');
    },
    async doStream(options) {
      const { first, rest } = await start(options);
      return { stream: asStream(first, rest, unlearn) };
    },
  };
}

/** One read of the parts for each read of the connection. */
function asStream(first: Part[], rest: Parts, see: (parts: readonly Part[]) => void): ReadableStream<Part> {
  let waiting: Part[] | null = first;
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        for (;;) {
          const parts = waiting ?? (await rest.next()).value;
          waiting = null;
          if (parts === undefined) return controller.close();
          see(parts);
          for (const part of parts) controller.enqueue(part);
          if (parts.length > 0) return;
        }
      },
      async cancel() {
        await rest.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function post(
  { url, key }: Server,
  body: object,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  const address = new URL(`${url.replace(/\/$/, '')}/chat/completions`);
  const failed = (message: string, more: object) =>
    new APICallError({ message, url: address.href, requestBodyValues: body, ...more });
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const response = await postForStream(address, { headers, body: JSON.stringify(body), signal }).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw failed('The server cannot be reached.', { cause, isRetryable: true });
    },
  );
  const type = response.headers['content-type'] ?? '';
  const { statusCode } = response;
  if (statusCode === 200 && !/\bhtml\b/i.test(type)) return response;
  const responseBody = await readText(response);
  const responseHeaders = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  if (statusCode === 200)
    throw failed('The server answered with a web page.', {
      statusCode,
      responseBody,
      responseHeaders,
      isRetryable: true,
    });
  throw failed(messageIn(responseBody) ?? `The server answered ${statusCode}.`, {
    statusCode,
    responseBody,
    responseHeaders,
  });
}

async function readText(body: IncomingMessage): Promise<string> {
  let text = '';
  for await (const bytes of body) {
    text += String(bytes);
    if (text.length > maxError) break;
  }
  return text.slice(0, maxError);
}

function messageIn(body: string): string | undefined {
  try {
    const { error, message, detail } = JSON.parse(body);
    const said = error?.message ?? message ?? error ?? detail;
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

const wordsOf = ({ message, responseBody = '' }: APICallError) => `${message} ${responseBody}`;

/** llama.cpp returns 500 for a failed template, and gateways 404 for what none of their providers supports. */
function isRefusal({ statusCode = 0 }: APICallError): boolean {
  return statusCode >= 400 && statusCode <= 501 && ![401, 402, 403, 408, 409, 429].includes(statusCode);
}

/** The parts of a response, frame by frame. @throws what reading it throws */
async function* readParts(response: IncomingMessage): Parts {
  const events = createEventReader();
  const chunks = createChunkReader();
  const partsOf = (found: StreamEvent[]) => joinDeltas(found.flatMap((event) => [...chunks.read(event)]));
  try {
    for await (const bytes of bytesByFrame(response)) {
      const parts = partsOf(events.push(bytes));
      if (parts.length > 0) yield parts;
      if (chunks.isDone() || parts.some(({ type }) => type === 'error')) break;
    }
    yield partsOf(events.end());
  } catch (error) {
    // An error after the end of the answer is harmless.
    if (!chunks.isWhole()) throw error;
  }
  if (chunks.isWhole()) yield [...chunks.end()];
}
