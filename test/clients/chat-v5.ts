import { loadAi } from './chat-client.ts';
import type { ChatClient, ChatOptions } from './chat-client.ts';

type Part = {
  type: string;
  text?: string;
  url?: string;
  title?: string;
  state?: string;
  output?: unknown;
  data?: unknown;
  citations?: unknown;
};
type Message = { id: string; role: string; parts: Part[]; metadata?: { threadId?: string } };
type DataPart = { type: string; data: { threadId?: string } };

type Chat = {
  sendMessage(message: { text: string }): Promise<void>;
  regenerate(): Promise<void>;
  resumeStream(): Promise<void>;
  messages: Message[];
  error: Error | undefined;
};
type Ai = {
  AbstractChat: new (options: object) => Chat;
  DefaultChatTransport: new (options: object) => object;
};

type V5Chat = ChatClient & { resume(): Promise<void>; readonly rawMessages: Message[] };

/** A chat of AI SDK 5 or later: its own `AbstractChat` and `DefaultChatTransport`, with state that no framework watches. */
export function openV5Chat({
  version,
  url,
  key,
  id = 'chat-1',
  messages = [],
  dataPartSchemas,
  body,
  fetch,
}: ChatOptions): V5Chat {
  const ai = loadAi(version) as Ai;
  let ofDataPart: string | undefined;
  const ofMetadata = () =>
    chat.messages.findLast((message) => message.metadata?.threadId)?.metadata?.threadId;

  const transport = new ai.DefaultChatTransport({
    api: url,
    headers: { authorization: `Bearer ${key}` },
    // Not from the metadata: regenerating the first answer takes its message away.
    body: () => ({ fp: 'anonymous', threadId: ofDataPart, ...body }),
    fetch,
  });
  class PlainChat extends ai.AbstractChat {}
  const chat = new PlainChat({
    id,
    transport,
    state: plainState(messages as Message[]),
    dataPartSchemas,
    onData(part: DataPart) {
      if (part.type === 'data-thread') ofDataPart = part.data.threadId;
    },
  });

  const parts = () => chat.messages.flatMap((message) => message.parts);

  return {
    send: (text) => chat.sendMessage({ text }),
    regenerate: () => chat.regenerate(),
    resume: () => chat.resumeStream(),
    get rawMessages() {
      return chat.messages;
    },
    get messages() {
      return chat.messages.map((message) => ({ role: message.role, text: textOf(message) }));
    },
    get sources() {
      return parts().flatMap(({ type, url, title }) =>
        type === 'source-url' ? [{ url: url ?? '', title: title ?? '' }] : [],
      );
    },
    get toolResults() {
      return parts().flatMap(({ state, output }) => (state === 'output-available' ? [output] : []));
    },
    get threadIds() {
      return { metadata: ofMetadata(), dataPart: ofDataPart };
    },
    get error() {
      return chat.error;
    },
  };
}

function plainState(messages: Message[]) {
  return {
    status: 'ready',
    error: undefined,
    messages,
    pushMessage(message: Message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index: number, message: Message) {
      this.messages = this.messages.with(index, message);
    },
    snapshot: <T>(value: T): T => structuredClone(value),
  };
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
