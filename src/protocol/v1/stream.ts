import type { AnswerEvent, FinishReason, Suggestion, Usage } from '../../assistant/answer-event.ts';
import type { StreamWriter } from '../protocol.ts';

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * The data stream protocol of AI SDK 4: one line per part, `code:JSON\n`. Its parser stops at an unknown code, and at
 * an `a` without an earlier `9`.
 * https://ai-sdk.dev/v4/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 * @param knowsParts false for clients before 4.1.20, which support neither `f` nor `h`
 */
export function v1Writer(knowsParts: boolean): StreamWriter {
  let threadLine = '';
  let stepEnd = '';

  /** The thread is sent after the first step's line and before anything that can fail. */
  function takeThreadLine(): string {
    const line = threadLine;
    threadLine = '';
    return line;
  }

  /** A step's end is held back, because the thread of the finish must precede the last one. */
  function takeStepEnd(): string {
    const line = stepEnd;
    stepEnd = '';
    return line;
  }

  function write(event: AnswerEvent): string {
    switch (event.type) {
      case 'text':
        return event.delta === '' ? '' : `0:${JSON.stringify(event.delta)}\n`;
      case 'thread':
        threadLine = part('2', [{ type: 'thread', threadId: event.threadId }]);
        return '';
      case 'step-start': {
        const start = knowsParts ? part('f', { messageId: event.messageId }) : '';
        return takeStepEnd() + start + takeThreadLine();
      }
      case 'tool-call':
        return part('9', { toolCallId: event.toolCallId, toolName: event.toolName, args: event.input });
      case 'tool-result':
        return part('a', { toolCallId: event.toolCallId, result: event.output });
      case 'source':
        return source(event);
      case 'suggestions':
        return `0:${JSON.stringify(suggestionsBlock(event.suggestions))}\n`;
      case 'error':
        return takeThreadLine() + part('3', event.message);
      case 'step-finish':
        stepEnd = endOfStep(event.reason, event.usage);
        return '';
      case 'finish':
        return takeThreadLine() + finish(event);
    }
  }

  function source({ id, url, title }: AnswerEvent & { type: 'source' }): string {
    const source = { sourceType: 'url', id, url, title };
    return knowsParts ? part('h', source) : part('8', [{ type: 'source', source }]);
  }

  function finish({
    reason,
    usage,
    threadId,
    outcome,
    usedMeaning,
  }: AnswerEvent & { type: 'finish' }): string {
    const thread = { type: 'finish', threadId };
    const annotation = part('8', [{ ...thread, outcome, usedMeaning }]);
    return (
      (reason === 'error' ? '' : annotation + part('2', [thread])) +
      (takeStepEnd() || endOfStep(reason, usage)) +
      part('d', { type: 'finish', finishReason: reason, usage: tokens(usage), threadId })
    );
  }

  return { headers, write, keepAlive: '\n' };
}

/** The format of the answer's end that published embeds parse. */
function suggestionsBlock(suggestions: Suggestion[]): string {
  const lines = suggestions.map(({ text, path }) => `(${text})[${path}]`);
  return `\n\n\`\`\`suggestions\n${lines.join('\n')}\n\`\`\``;
}

function endOfStep(reason: FinishReason, usage: Usage): string {
  return part('e', { finishReason: reason, usage: tokens(usage), isContinued: false });
}

function tokens({ inputTokens, outputTokens }: Usage) {
  return { promptTokens: inputTokens, completionTokens: outputTokens };
}

function part(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`;
}
