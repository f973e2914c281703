import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { addCited, citationsOf, type CitedText } from '../citations.ts';
import type { StreamWriter } from '../protocol.ts';
import type { DataParts } from './data-parts.ts';

const headers = {
  'x-vercel-ai-ui-message-stream': 'v1',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type Reader = {
  /** The client is not an AI SDK, so `finish` may have keys that strict clients refuse. */
  rawReader: boolean;
  /** The client accepts `application/json` only. */
  jsonOnly: boolean;
  /** How the client asked for citations: on `text-end`, which only AI SDK 7.0.138 and later accept, or as a data part. */
  citations?: 'native' | 'data' | undefined;
};

/**
 * The UI message stream of AI SDK 5 to 7: server-sent events, one JSON chunk each. Every client refuses chunks of an
 * unknown type, and clients before 5.0.217, 6.0.231 and 7.0.32 any unknown key: send nothing here that 5.0.0 does not
 * support.
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#ui-message-stream-protocol
 */
export function v2Writer({ rawReader, jsonOnly, citations }: Reader): StreamWriter {
  let threadId = '';
  let started = false;
  let failed = false;
  let inStep = false;
  let texts = 0;
  /** The constant start of a delta event; empty when no text is open. */
  let deltaHead = '';
  const cited: CitedText = { text: '', marks: [], sources: [] };

  function write(event: AnswerEvent): string {
    if (citations !== undefined) addCited(cited, event);
    switch (event.type) {
      case 'text':
        if (event.delta === '') return '';
        return `${deltaHead === '' ? openText() : ''}${deltaHead}${JSON.stringify(event.delta)}}\n\n`;
      case 'thread':
        threadId = event.threadId;
        return '';
      case 'step-start':
        inStep = true;
        return start(event.messageId) + chunk({ type: 'start-step' });
      case 'tool-call':
        return toolCall(event);
      case 'tool-result':
        return chunk({ type: 'tool-output-available', toolCallId: event.toolCallId, output: event.output });
      case 'source':
        return chunk({ type: 'source-url', sourceId: event.id, url: event.url, title: event.title });
      case 'suggestions':
        return dataPart('suggestions', { suggestions: event.suggestions });
      case 'error':
        failed = true;
        return closeText() + start() + chunk({ type: 'error', errorText: event.message });
      case 'step-finish':
        return failed ? '' : closeText() + closeStep();
      case 'finish':
        return start() + (event.stopped ? stopped() : '') + finish(event) + 'data: [DONE]\n\n';
    }
  }

  /** The first step contains the message's id. The thread comes early, because clients stop reading at an error. */
  function start(messageId?: string): string {
    if (started) return '';
    started = true;
    return (
      chunk({ type: 'start', messageId, messageMetadata: { threadId } }) + dataPart('thread', { threadId })
    );
  }

  function openText(): string {
    const id = `txt_${++texts}`;
    deltaHead = `data: {"type":"text-delta","id":"${id}","delta":`;
    return chunk({ type: 'text-start', id });
  }

  function closeText(): string {
    if (deltaHead === '') return '';
    deltaHead = '';
    const list = citationsOf(cited);
    [cited.text, cited.marks] = ['', []];
    const id = `txt_${texts}`;
    if (list.length === 0) return chunk({ type: 'text-end', id });
    if (citations === 'native') return chunk({ type: 'text-end', id, citations: list });
    return chunk({ type: 'data-citations', id, data: list }) + chunk({ type: 'text-end', id });
  }

  function closeStep(): string {
    inStep = false;
    return chunk({ type: 'finish-step' });
  }

  function stopped(): string {
    return closeText() + (inStep ? closeStep() : '') + chunk({ type: 'abort' });
  }

  function toolCall({ toolCallId, toolName, input }: AnswerEvent & { type: 'tool-call' }): string {
    return (
      chunk({ type: 'tool-input-start', toolCallId, toolName }) +
      chunk({ type: 'tool-input-available', toolCallId, toolName, input })
    );
  }

  function finish(event: AnswerEvent & { type: 'finish' }): string {
    const { threadId, outcome, usedMeaning } = event;
    const finishReason = event.stopped ? 'interrupted' : event.reason;
    const forRawReaders = rawReader ? { threadId, finishReason } : {};
    return chunk({ type: 'finish', messageMetadata: { threadId, outcome, usedMeaning }, ...forRawReaders });
  }

  const contentType = jsonOnly ? 'application/json' : 'text/event-stream; charset=utf-8';
  return { headers: { 'content-type': contentType, ...headers }, write, keepAlive: ': keep-alive\n\n' };
}

/** Ends a stream that was passed on as text, at any event, when its writer has died. */
export function lostEnd() {
  let openText: string | undefined;
  return {
    saw(text: string): void {
      // Quotes in texts are escaped, so these are events.
      for (const [, end, id] of text.matchAll(/^data: \{"type":"text-(?:start|(end))","id":"(\w+)"/gm))
        openText = end === undefined ? id : undefined;
    },
    end(): string {
      const errorText = 'The answer was interrupted. Please ask again.';
      return (
        (openText === undefined ? '' : chunk({ type: 'text-end', id: openText })) +
        chunk({ type: 'error', errorText }) +
        chunk({ type: 'finish' }) +
        'data: [DONE]\n\n'
      );
    },
  };
}

function dataPart<Name extends keyof DataParts>(name: Name, data: DataParts[Name]): string {
  return chunk({ type: `data-${name}`, transient: true, data });
}

function chunk(value: Record<string, unknown>): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
