import { randomBytes } from 'node:crypto';
import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { StreamEvent } from './read-events.ts';

type Fields = Record<string, unknown>;
type Part = LanguageModelV4StreamPart;
type Finish = Extract<Part, { type: 'finish' }>['finishReason'];
type OpenCall = { key: unknown; id: string; name: string; input: string; last: string };

const textId = 'text';
const reasoningId = 'reasoning';

/**
 * Turns the events of a chat completion into the parts of the provider interface. Lenient: servers send ids and
 * digits as numbers, whole messages for deltas, and last events without choices.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function createChunkReader() {
  const calls: OpenCall[] = [];
  let open: 'text' | 'reasoning' | null = null;
  let spoke = false;
  let finish: Finish | null = null;
  let usage: Fields | null = null;
  let isDone = false;

  function* close(): Generator<Part> {
    if (open === 'text') yield { type: 'text-end', id: textId };
    if (open === 'reasoning') yield { type: 'reasoning-end', id: reasoningId };
    open = null;
  }

  function* say(kind: 'text' | 'reasoning', delta: string): Generator<Part> {
    if (delta === '') return;
    const id = kind === 'text' ? textId : reasoningId;
    if (open !== kind) {
      yield* close();
      yield { type: `${kind}-start`, id };
      open = kind;
    }
    spoke ||= kind === 'text';
    yield { type: `${kind}-delta`, id, delta };
  }

  function addCall(given: Fields, at: number): Part {
    const called = fieldsOf(given['function']) ?? given;
    const name = textOf(called['name']).trim();
    const id = textOf(given['id']);
    const args = called['arguments'] ?? called['parameters'];
    const piece = fieldsOf(args) === null ? textOf(args) : JSON.stringify(args);
    // Some number all calls 0, or none: a new id with a name is a new call.
    const key = given['index'] ?? null;
    const last = calls.at(-1);
    const same =
      (key === null ? undefined : calls.findLast((call) => call.key === key)) ??
      (key === null && at === 0 && name === '' ? last : undefined) ??
      (id !== '' ? calls.find((call) => call.key === null && call.id === id) : undefined);
    const isNew = same === undefined || (id !== '' && name !== '' && id !== same.id && same.name !== '');
    const call = isNew ? { key, id, name, input: '', last: '' } : same;
    if (isNew) calls.push(call);
    else if (call.id === '') call.id = id;
    if (!isNew && call.name !== name && call.input === '') call.name += name;
    call.input += piece;
    if (piece !== '') call.last = piece;
    return { type: 'tool-input-delta', id: `input-${calls.indexOf(call)}`, delta: piece };
  }

  function* readMessage(message: Fields): Generator<Part> {
    for (const field of ['reasoning_content', 'reasoning', 'thinking'])
      if (typeof message[field] === 'string') {
        yield* say('reasoning', message[field]);
        break;
      }
    for (const [kind, text] of contentOf(message['content'])) yield* say(kind, text);
    yield* say('text', textOf(message['refusal']));
    const toolCalls = message['tool_calls'];
    const given = Array.isArray(toolCalls) ? toolCalls : [toolCalls ?? message['function_call']];
    for (const [at, call] of given.entries()) {
      const fields = fieldsOf(call);
      if (fields !== null) yield addCall(fields, at);
    }
  }

  return {
    /** Whether the server announced the end. */
    isDone: () => isDone,
    /** Whether the answer is complete. */
    isWhole: () => isDone || finish !== null,
    *read(event: StreamEvent): Generator<Part> {
      if (event === 'done') return void (isDone = true);
      const error = errorOf(event);
      if (error !== null) return yield { type: 'error', error };
      usage = fieldsOf(event['usage']) ?? usage;
      const { choices } = event;
      const choice =
        fieldsOf(Array.isArray(choices) ? choices[0] : choices) ?? (event['message'] ? event : null);
      if (choice === null) return;
      const message = fieldsOf(choice['message']);
      // Some repeat the whole message at the end.
      const said = fieldsOf(choice['delta']) ?? (spoke || calls.length > 0 ? null : message);
      if (said !== null) yield* readMessage(said);
      else if (typeof choice['text'] === 'string') yield* say('text', choice['text']);
      finish = finishOf(choice['finish_reason']) ?? finish;
    },
    /** The last parts of a whole answer. */
    *end(): Generator<Part> {
      yield* close();
      const ids = new Set<string>();
      for (const { id, name, input, last } of calls) {
        if (name === '') continue;
        const toolCallId = id === '' || ids.has(id) ? newCallId() : id;
        ids.add(toolCallId);
        yield { type: 'tool-call', toolCallId, toolName: name, input: inputOf(input, last) };
      }
      const usual: Finish = { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: finish?.raw };
      const isUsual = finish === null || finish.unified === 'stop' || finish.unified === 'tool-calls';
      yield { type: 'finish', finishReason: isUsual ? usual : finish!, usage: usageOf(usage) };
    },
  };
}

/** Nine letters and digits, the only ids that Mistral's own servers take back. */
function newCallId(): string {
  return randomBytes(5).toString('hex').slice(0, 9);
}

/** Some send the whole input once more at the end. */
function inputOf(input: string, last: string): string {
  return input !== last && !isJson(input) && isJson(last) ? last : input;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function errorOf(event: Fields): unknown {
  const { error } = event;
  if (error !== undefined && error !== null && error !== '' && error !== false) return error;
  return event['object'] === 'error' || event['type'] === 'error' ? event : null;
}

/** A string, or parts: https://docs.mistral.ai/capabilities/reasoning has thinking among them. */
function* contentOf(content: unknown): Generator<['text' | 'reasoning', string]> {
  if (!Array.isArray(content)) return yield ['text', textOf(fieldsOf(content)?.['text'] ?? content)];
  for (const each of content) {
    const part: Fields = fieldsOf(each) ?? { type: 'text', text: each };
    const isThought = /think|reason/.test(textOf(part['type']));
    for (const [, text] of contentOf(part['text'] ?? part['thinking'] ?? part['reasoning']))
      yield [isThought ? 'reasoning' : 'text', text];
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Any other reason ends a complete answer. */
const finishes: [RegExp, Finish['unified']][] = [
  [/error|abort|cancel|insufficient/i, 'error'],
  [/length|max.?(output.?)?tokens/i, 'length'],
  [/filter|safety|sensitive|blocked|prohibited|recitation|refusal/i, 'content-filter'],
  [/tool|function/i, 'tool-calls'],
];

/** Null for none: some servers send an empty reason with every event. */
function finishOf(reason: unknown): Finish | null {
  const raw = textOf(fieldsOf(reason)?.['type'] ?? reason);
  if (raw === '' || raw === 'null' || typeof reason === 'boolean') return null;
  return { raw, unified: finishes.find(([words]) => words.test(raw))?.[1] ?? 'stop' };
}

function usageOf(usage: Fields | null): LanguageModelV4Usage {
  const prompt = fieldsOf(usage?.['prompt_tokens_details']);
  const completion = fieldsOf(usage?.['completion_tokens_details']);
  const input = countOf(usage?.['prompt_tokens'] ?? usage?.['input_tokens']);
  const output = countOf(usage?.['completion_tokens'] ?? usage?.['output_tokens']);
  // https://api-docs.deepseek.com/guides/kv_cache
  const cached = countOf(prompt?.['cached_tokens'] ?? usage?.['prompt_cache_hit_tokens']);
  const reasoning = countOf(completion?.['reasoning_tokens']);
  const without = (all?: number, part = 0) => (all === undefined ? undefined : all - part);
  return {
    inputTokens: { total: input, noCache: without(input, cached), cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: without(output, reasoning), reasoning },
  };
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof count === 'number' && count >= 0 && Number.isFinite(count) ? count : undefined;
}
