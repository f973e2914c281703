import { z } from '@hono/zod-openapi';
import { type ContextItem, maxTextLength, type Message, type Question } from '../assistant/question.ts';
import { cleanLine, cleanText } from '../lib/clean-text.ts';
import { boundedArray, invalidRequest, validate } from './validate.ts';

export const maxMessages = 500;
export const maxParts = 200;
const maxContextItems = 50;
/** Characters of all messages and context together. */
const maxTotalLength = 1_000_000;

export const Role = z.enum(['system', 'assistant', 'data', 'user']).openapi('Role');

export const CreatedAt = z.iso.datetime({ offset: true, local: true });

const Filter = z
  .object({
    version: z.string().max(200).optional(),
    language: z.string().max(200).optional(),
    groups: boundedArray(z.string().max(200), 100).optional(),
  })
  .openapi('AssistantFilter', { description: 'Narrows what is searched.' });

const Context = z
  .object({
    type: z.enum(['code', 'textSelection']),
    value: z.string(),
    path: z.string().max(2000).optional(),
    elementId: z.string().max(500).optional(),
  })
  .openapi('ContextItem');

/** The fields that v1 and v2 share. `messages` are validated one by one, by each version's own schema. */
export const RequestFields = z.object({
  fp: z
    .string()
    .min(1)
    .max(256)
    .refine((fp) => cleanLine(fp) !== '', 'must not be empty')
    .openapi({
      description: '`anonymous`, or the caller’s own name for the user. A label, never an identity.',
    }),
  threadId: z
    .string()
    .regex(/^[\x20-\x7e]{1,128}$/, 'must be 1 to 128 printable ASCII characters')
    .nullish()
    .openapi({ description: 'Joins an existing thread.' }),
  threadKey: z
    .string()
    .max(256)
    .nullish()
    .openapi({ description: 'The secret that came with the thread’s first answer.' }),
  retrievalPageSize: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .openapi({ description: 'The number of search results to ground the answer in.' }),
  filter: Filter.nullish(),
  context: boundedArray(Context, maxContextItems).optional(),
  currentPath: z.string().max(200).optional().openapi({ description: 'The page that the user is viewing.' }),
  messages: z.array(z.unknown()).min(1).max(maxMessages),
});

/**
 * The question of a request, with cleaned text. Messages without text or attachments are left out.
 * @param messages of the user and the assistant only
 * @param at the field of the body that they come from, for errors
 * @throws DocentError `invalid_request` when there is no question, or too much text
 */
export function toQuestion(
  fields: z.output<typeof RequestFields>,
  messages: Message[],
  at = 'messages',
): Question {
  const context = (fields.context ?? []).map(toContextItem);
  refuseNothingAsked(messages, at);
  refuseTooMuchText(messages, context, at);
  return {
    fp: cleanLine(fields.fp),
    threadId: fields.threadId ?? null,
    threadKey: fields.threadKey ?? null,
    messages: messages
      .filter((message) => message.text.trim() !== '' || message.attachments.length > 0)
      .map((message) => ({ ...message, text: message.text.slice(0, maxTextLength) })),
    retrievalPageSize: fields.retrievalPageSize,
    filter: toFilter(fields.filter),
    context: context.map((item) => ({ ...item, value: item.value.slice(0, maxTextLength) })),
    currentPath: cleanLine(fields.currentPath ?? '') || null,
  };
}

function toFilter(filter: z.output<typeof Filter> | null | undefined): Question['filter'] {
  return {
    version: cleanLine(filter?.version ?? '') || undefined,
    language: cleanLine(filter?.language ?? '') || undefined,
    groups: filter?.groups?.map(cleanLine),
  };
}

function toContextItem(item: z.output<typeof Context>): ContextItem {
  return {
    type: item.type,
    value: cleanText(item.value),
    path: item.path && cleanLine(item.path),
    elementId: item.elementId && cleanLine(item.elementId),
  };
}

function refuseNothingAsked(messages: Message[], at: string): void {
  const asked = messages.findLast((message) => message.role === 'user');
  if (asked === undefined) {
    throw invalidRequest([{ path: at, message: 'at least one message must have the role user' }]);
  }
  if (asked.text.trim() === '') {
    throw invalidRequest([{ path: at, message: 'the last user message must have text' }]);
  }
}

function refuseTooMuchText(messages: Message[], context: ContextItem[], at: string): void {
  const texts = [...messages.map((message) => message.text), ...context.map((item) => item.value)];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= maxTotalLength) return;
  throw invalidRequest([
    { path: at, message: `all text together can have at most ${maxTotalLength} characters` },
  ]);
}

type Asked = { question: string; threadId?: string | undefined; threadKey?: string | undefined };

/** A question without history or attachments. @throws DocentError `invalid_request` */
export function questionOf({ question, threadId, threadKey }: Asked): Question {
  const fields = validate(RequestFields, { fp: 'anonymous', threadId, threadKey, messages: [question] });
  return toQuestion(fields, [{ role: 'user', text: cleanText(question), attachments: [] }]);
}
