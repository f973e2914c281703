import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** An answer as it came: its text, and the addresses that it cites, in order. */
export type Reply = { text: string; urls: string[] };
export type Endpoint = { ask: (question: string) => Promise<Reply>; close: () => Promise<void> };

const seconds = 120;

/**
 * An address that answers questions: OpenAI's chat completions (`…/chat/completions#MODEL`) or Responses
 * (`…/responses#MODEL`), an MCP server (`…/mcp`, `…/mcp/DOCS`), or anything that streams to AI SDK 5's useChat.
 */
export function openEndpoint(address: string, key?: string): Endpoint {
  const url = new URL(address);
  const model = decodeURIComponent(url.hash.slice(1)) || 'docs';
  url.hash = '';
  if (/\/mcp(?:\/|$)/.test(url.pathname)) return openMcp(url, key);
  const post = (body: object) => send(url, key, body);
  const close = async () => {};
  if (url.pathname.endsWith('/chat/completions')) {
    return {
      ask: async (content) => readCompletion(await post({ model, messages: [{ role: 'user', content }] })),
      close,
    };
  }
  if (url.pathname.endsWith('/responses')) {
    return { ask: async (input) => readResponse(await post({ model, input })), close };
  }
  return {
    async ask(text) {
      const id = crypto.randomUUID();
      const message = { id: '1', role: 'user', parts: [{ type: 'text', text }] };
      // `fp` is what Mintlify's assistant and ours ask for beside.
      return readStream(await post({ id, trigger: 'submit-message', messages: [message], fp: 'anonymous' }));
    },
    close,
  };
}

/** No answer, with why. `needsKey`: the server lets nobody in without one. */
export class EndpointError extends Error {
  needsKey: boolean;
  constructor(message: string, needsKey = false) {
    super(message);
    this.needsKey = needsKey;
  }
}

async function send(url: URL, key: string | undefined, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(seconds * 1000),
  });
  const text = await response.text();
  if (response.ok) return text;
  const { status } = response;
  throw new EndpointError(
    `${url.host} answers ${status}: ${text.slice(0, 200)}`,
    status === 401 || status === 403,
  );
}

type Annotation = { type?: string; url?: string; url_citation?: { url?: string } };
const urlsOf = (annotations: Annotation[] = []) =>
  annotations.flatMap(({ url, url_citation }) => url ?? url_citation?.url ?? []);

/** https://platform.openai.com/docs/api-reference/chat/object */
function readCompletion(body: string): Reply {
  type Message = { content?: string | null; annotations?: Annotation[] };
  const { choices } = JSON.parse(body) as { choices?: { message?: Message }[] };
  const { content, annotations } = choices?.[0]?.message ?? {};
  return reply(content ?? '', urlsOf(annotations));
}

/** https://platform.openai.com/docs/api-reference/responses/object */
function readResponse(body: string): Reply {
  type Part = { text?: string; annotations?: Annotation[] };
  const { output = [] } = JSON.parse(body) as { output?: { type?: string; content?: Part[] }[] };
  const parts = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
  return reply(
    parts.map(({ text = '' }) => text).join(''),
    parts.flatMap(({ annotations }) => urlsOf(annotations)),
  );
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol */
function readStream(body: string): Reply {
  type Chunk = { type?: string; delta?: string; url?: string; errorText?: string };
  const chunks = [...body.matchAll(/^data: ?(\{.*\})\r?$/gm)].map(([, json]) => JSON.parse(json!) as Chunk);
  const error = chunks.find(({ type }) => type === 'error');
  if (error !== undefined) throw new EndpointError(error.errorText ?? 'The stream ended with an error.');
  if (chunks.length === 0)
    throw new EndpointError("The address streams nothing that AI SDK 5's clients read.");
  const text = chunks.flatMap(({ type, delta = '' }) => (type === 'text-delta' ? [delta] : [])).join('');
  return reply(
    text,
    chunks.flatMap(({ type, url }) => (type === 'source-url' && url !== undefined ? [url] : [])),
  );
}

/** A server's tool that answers a question, else the one that searches. */
function openMcp(url: URL, key: string | undefined): Endpoint {
  const client = new Client({ name: 'docent-scoreboard', version: '1' });
  let connecting: ReturnType<typeof connect> | undefined;

  async function connect() {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    await client.connect(transport).catch((error: Error) => {
      const status = error instanceof SdkHttpError ? error.status : undefined;
      throw new EndpointError(error.message, status === 401 || status === 403);
    });
    const { tools } = await client.listTools();
    const tool = [/ask|answer/i, /search|query/i].flatMap((pattern) =>
      tools.filter(({ name }) => pattern.test(name)),
    )[0];
    const properties = (tool?.inputSchema.properties ?? {}) as Record<string, { type?: string }>;
    const strings = Object.keys(properties).filter((name) => properties[name]!.type === 'string');
    const argument = strings.find((name) => tool!.inputSchema.required?.includes(name)) ?? strings[0];
    if (tool === undefined || argument === undefined)
      throw new EndpointError(`${url.host} has no tool that asks or searches.`);
    return { name: tool.name, argument };
  }
  return {
    async ask(question) {
      const { name, argument } = await (connecting ??= connect());
      const limits = { timeout: seconds * 1000 };
      const result = await client.callTool({ name, arguments: { [argument]: question } }, limits);
      const text = (result.content ?? [])
        .flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join('\n');
      if (result.isError === true) throw new EndpointError(text);
      return reply(text, []);
    },
    close: () => client.close(),
  };
}

/** What a text says that it cites, where nothing beside it does. */
function reply(text: string, urls: string[]): Reply {
  if (urls.length > 0) return { text, urls };
  return {
    text,
    urls: [...text.matchAll(/https?:\/\/[^\s<>()"'\]]+|(?<=\]\()[^()\s]+/g)].map(([url]) => url),
  };
}
