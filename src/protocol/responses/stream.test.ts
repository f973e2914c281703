import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerEvents, failingEvents } from '../../../test/clients/answer-from.ts';
import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { emptyAnswer } from '../answer-so-far.ts';
import { parseResponseRequest } from './request.ts';
import { maskAnswer, toResponse } from './response.ts';
import { responseWriter } from './stream.ts';

const { asked } = parseResponseRequest({ model: 'docs', input: 'Hi' });

type Sent = { type: string; response?: ReturnType<typeof toResponse> };

function written(events: AnswerEvent[]): Sent[] {
  const stream = events.map(responseWriter(asked, 1).write).join('');
  assert.ok(stream.endsWith('\n\ndata: [DONE]\n\n'));
  return [...stream.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, name, data]) => {
    const sent = JSON.parse(data!) as Sent;
    assert.equal(sent.type, name);
    return sent;
  });
}

test('a failure ends the stream with what was said, also before anything was', () => {
  const said = written(failingEvents);
  const { response } = said.at(-1)!;
  assert.equal(said.at(-1)!.type, 'response.failed');
  assert.equal(response!.output[0]!.content[0]!.text, 'To get started, ');
  assert.equal(response!.output[0]!.status, 'incomplete');

  const silent = written([failingEvents[0]!, ...failingEvents.slice(-3)]);
  assert.deepEqual(
    silent.map(({ type }) => type),
    ['response.created', 'response.in_progress', 'response.failed'],
  );
  assert.deepEqual(
    silent.map((event) => event.response!.status),
    ['in_progress', 'in_progress', 'failed'],
  );
  assert.equal(new Set(silent.map((event) => event.response!.id)).size, 1);
  assert.match(silent[0]!.response!.id, /^resp_\w{10,}/);
});

test('an answer that was cut is incomplete, and says why', () => {
  for (const [reason, said] of [
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const) {
    const finish = { ...answerEvents.at(-1)!, reason } as AnswerEvent;
    const { type, response } = written([...answerEvents.slice(0, -1), finish]).at(-1)!;
    assert.equal(type, 'response.incomplete');
    assert.deepEqual(response!.incomplete_details, { reason: said });
    assert.equal(response!.completed_at, null);
  }
});

test('what is stored is masked, and its citations are where they then stand', () => {
  const text = 'Write to me@example.com ([1](/a)). Then to you@example.com ([1](/a)).';
  const marks = [...text.matchAll(/\(\[1\]\(\/a\)\)/g)].map(({ 0: link, index }) => ({
    start: index,
    end: index + link.length,
    sources: ['src_1'],
  }));
  const sources = [{ id: 'src_1', url: '/a', title: 'A', text: '' }];
  const finish = answerEvents.at(-1) as AnswerEvent & { type: 'finish' };
  const masked = maskAnswer({ ...emptyAnswer(), id: 'msg_1', text, marks, sources, finish });
  const [part] = toResponse(masked, asked, 1).output[0]!.content;
  assert.equal(part!.text, 'Write to [email] ([1](/a)). Then to [email] ([1](/a)).');
  assert.deepEqual(
    part!.annotations.map(({ start_index, end_index }) => part!.text.slice(start_index, end_index)),
    ['Write to [email]', 'Then to [email]'],
  );
});
