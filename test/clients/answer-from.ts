import type { AnswerEvent } from '../../src/assistant/answer-event.ts';
import type { AssistantProtocol } from '../../src/protocol/protocol.ts';

const usage = { inputTokens: 1, outputTokens: 4 };

const searchResult = {
  path: 'install',
  url: 'https://docs.example/install',
  content: 'Run npm ci.',
  metadata: { title: 'Install', anchor: 'npm' },
};

/** Every kind of event but `error`: a search in a step of its own, then a cited text. */
export const answerEvents: AnswerEvent[] = [
  { type: 'thread', threadId: 'thr_1' },
  { type: 'step-start', messageId: 'msg_1' },
  { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: { query: 'install' } },
  { type: 'tool-result', toolCallId: 'call_1', output: [searchResult] },
  { type: 'step-finish', reason: 'tool-calls', usage },
  { type: 'step-start', messageId: 'msg_1' },
  {
    type: 'source',
    id: 'src_1',
    url: 'https://docs.example/install#npm',
    title: 'Install',
    text: 'Run npm ci.',
  },
  { type: 'text', delta: 'To get started, ' },
  { type: 'text', delta: 'run npm ci.' },
  { type: 'step-finish', reason: 'stop', usage },
  { type: 'finish', reason: 'stop', usage, threadId: 'thr_1', outcome: 'answered', usedMeaning: true },
];

/** The same answer with what to ask next. */
export const suggestingEvents: AnswerEvent[] = [
  ...answerEvents.slice(0, -2),
  {
    type: 'suggestions',
    suggestions: [
      { text: 'Install: Docker', path: '/install#docker', url: 'https://d.example/install#docker' },
      { text: 'Upgrade', path: '/upgrade', url: 'https://d.example/upgrade' },
    ],
  },
  ...answerEvents.slice(-2),
];

/** An answer that breaks off in the middle of its text. */
export const failingEvents: AnswerEvent[] = [
  ...answerEvents.slice(0, 8),
  { type: 'error', message: 'The model is not answering. Please try again.' },
  { type: 'step-finish', reason: 'error', usage },
  { type: 'finish', reason: 'error', usage, threadId: 'thr_1' },
];

/** `fetch` of a server that answers every request of `protocol` with `events`, kept alive after each event. */
export function answerFrom(protocol: AssistantProtocol, events: AnswerEvent[]): typeof fetch {
  return async (_url, init) => {
    const accept = new Headers(init?.headers).get('accept') ?? undefined;
    const writer = protocol.parse(JSON.parse(String(init?.body)), { accept }).writer();
    const bytes = events.map((event) => writer.write(event) + writer.keepAlive).join('');
    return new Response(bytes, { headers: { ...writer.headers, 'x-thread-id': 'thr_1' } });
  };
}
