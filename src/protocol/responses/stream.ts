import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { newId } from '../../lib/ids.ts';
import { addEvent, caveatText, emptyAnswer } from '../answer-so-far.ts';
import type { StreamWriter } from '../protocol.ts';
import type { Asked } from './request.ts';
import { outputMessage, outputText, place, toResponse } from './response.ts';

/**
 * The stream of OpenAI's responses: one message with one text, its annotations after it.
 * https://platform.openai.com/docs/api-reference/responses-streaming; `[DONE]` is of https://www.openresponses.org
 */
export function responseWriter(asked: Asked, createdAt: number): StreamWriter {
  const answer = emptyAnswer();
  let sequence = 0;
  let begun = false;
  let speaking = false;
  const { output_index } = place;
  const send = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  const sendResponse = (name: string, of = answer) =>
    send(`response.${name}`, { response: toResponse(of, asked, createdAt) });

  function write(event: AnswerEvent): string {
    addEvent(answer, event);
    switch (event.type) {
      case 'step-start':
        return begin();
      case 'text':
        return say(event.delta);
      case 'finish': {
        if (answer.error !== null) return `${begin()}${sendResponse('failed')}data: [DONE]\n\n`;
        const { status } = toResponse(answer, asked, createdAt);
        const said = say(caveatText(event)) + endText(status);
        return `${begin()}${said}${sendResponse(status)}data: [DONE]\n\n`;
      }
      default:
        return '';
    }
  }

  function begin(): string {
    if (begun) return '';
    begun = true;
    answer.id ||= newId('msg');
    const blank = { ...emptyAnswer(), id: answer.id };
    return sendResponse('created', blank) + sendResponse('in_progress', blank);
  }

  function say(delta: string): string {
    if (delta === '') return '';
    const added = speaking ? '' : beginText();
    return added + send('response.output_text.delta', { item_id: answer.id, ...place, delta, logprobs: [] });
  }

  function beginText(): string {
    speaking = true;
    const part = outputText({ text: '', marks: [], sources: [] });
    return (
      send('response.output_item.added', {
        output_index,
        item: outputMessage(answer.id, 'in_progress', []),
      }) + send('response.content_part.added', { item_id: answer.id, ...place, part })
    );
  }

  function endText(status: string): string {
    if (!speaking) return '';
    const part = outputText(answer);
    const at = { item_id: answer.id, ...place };
    const annotations = part.annotations.map((annotation, annotation_index) =>
      send('response.output_text.annotation.added', { ...at, annotation_index, annotation }),
    );
    return (
      annotations.join('') +
      send('response.output_text.done', { ...at, text: part.text, logprobs: [] }) +
      send('response.content_part.done', { ...at, part }) +
      send('response.output_item.done', { output_index, item: outputMessage(answer.id, status, [part]) })
    );
  }

  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
    write,
    keepAlive: ': keep-alive\n\n',
  };
}
