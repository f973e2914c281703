import { loadBeside } from './chat-client.ts';
import type { ChatClient, ChatOptions } from './chat-client.ts';

type Json = Record<string, unknown>;
type ToolInvocation = { state: string; toolCallId: string; result?: unknown };
type Source = { url: string; title?: string };
type Part =
  | { type: 'text'; text: string }
  | { type: 'source'; source: Source }
  | { type: 'tool-invocation'; toolInvocation: ToolInvocation };
type Message = {
  id: string;
  role: string;
  content: string;
  createdAt: Date;
  parts?: Part[];
  toolInvocations?: ToolInvocation[];
  annotations?: Json[];
};
type Update = { message: Message; data?: Json[]; replaceLastMessage: boolean };

type UiUtils = {
  generateId(): string;
  callChatApi(options: Json): Promise<void>;
  fillMessageParts?(messages: Message[]): Message[];
  shouldResubmitMessages?(options: Json): boolean;
};

type V4Chat = ChatClient & { readonly wouldResubmit: boolean };

/** A chat as `useChat` of AI SDK 4 runs it with `sendExtraMessageFields`, on its own `callChatApi`, without React. */
export function openV4Chat({ version, url, key, body, fetch }: ChatOptions): V4Chat {
  const ui = loadBeside(version, '@ai-sdk/ui-utils') as UiUtils;
  let messages: Message[] = [];
  let data: Json[] = [];
  let error: Error | undefined;
  let header: string | undefined;
  let wouldResubmit = false;

  /** `triggerRequest` of `useChat`. */
  async function request(requested: Message[]): Promise<void> {
    const sent = ui.fillMessageParts?.(requested) ?? requested;
    const dataBefore = data;
    error = undefined;
    messages = sent;
    try {
      await ui.callChatApi({
        api: url,
        body: { id: 'chat-1', messages: sent, fp: 'anonymous', threadId: threadIds().data, ...body },
        headers: { authorization: `Bearer ${key}` },
        fetch,
        generateId: ui.generateId,
        lastMessage: sent.at(-1),
        restoreMessagesOnFailure() {},
        onResponse: (response: Response) => {
          header = response.headers.get('x-thread-id') ?? undefined;
        },
        // 4.0 gives the messages and the data, 4.1 and later an object.
        onUpdate(update: Update | Message[], oldData: Json[]) {
          const { added, newData } = Array.isArray(update)
            ? { added: update, newData: oldData }
            : { added: [update.message], newData: update.data ?? [] };
          const kept = !Array.isArray(update) && update.replaceLastMessage ? sent.slice(0, -1) : sent;
          messages = [...kept, ...added];
          data = [...dataBefore, ...newData];
        },
      });
    } catch (cause) {
      error = cause as Error;
    }
    wouldResubmit =
      ui.shouldResubmitMessages?.({
        originalMaxToolInvocationStep: undefined,
        originalMessageCount: sent.length,
        maxSteps: 5,
        messages,
      }) ?? false;
  }

  function threadIds() {
    const ofFinish = (values: Json[]) => values.findLast((value) => value['type'] === 'finish')?.['threadId'];
    const annotations = messages.flatMap((message) => message.annotations ?? []);
    return {
      data: data.findLast((value) => value['threadId'] !== undefined)?.['threadId'] as string | undefined,
      finishData: ofFinish(data) as string | undefined,
      finishAnnotation: ofFinish(annotations) as string | undefined,
      header,
    };
  }

  const parts = () => messages.flatMap((message) => message.parts ?? []);

  return {
    async send(text) {
      const message = { id: ui.generateId(), role: 'user', content: text, createdAt: new Date() };
      await request([...messages, message]);
    },
    async regenerate() {
      await request(messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages);
    },
    get messages() {
      return messages.map(({ role, content }) => ({ role, text: content }));
    },
    get sources() {
      const annotated = messages.flatMap((message) => message.annotations ?? []);
      return [
        ...parts().flatMap((part) => (part.type === 'source' ? [part.source] : [])),
        ...annotated.flatMap((value) => (value['type'] === 'source' ? [value['source'] as Source] : [])),
      ];
    },
    get toolResults() {
      const invocations = messages.flatMap((message) => message.toolInvocations ?? []);
      return invocations.flatMap(({ state, result }) => (state === 'result' ? [result] : []));
    },
    get threadIds() {
      return threadIds();
    },
    get error() {
      return error;
    },
    get wouldResubmit() {
      return wouldResubmit;
    },
  };
}
