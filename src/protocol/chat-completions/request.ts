import { z } from '@hono/zod-openapi';
import type { Message, Question } from '../../assistant/question.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { readAttachments, type SentFile } from '../attachment.ts';
import { maxMessages, maxParts, RequestFields, toQuestion } from '../request-fields.ts';
import { boundedArray, validate } from '../validate.ts';

const TextPart = z.object({ type: z.literal('text'), text: z.string() });
const ImagePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });
const FilePart = z.object({
  type: z.literal('file'),
  file: z.object({ file_data: z.string().optional(), filename: z.string().optional() }),
});
const known = new Set(['text', 'image_url', 'file']);
const OtherPart = z.object({ type: z.string().refine((type) => !known.has(type), { abort: true }) });
const Part = z.union([TextPart, ImagePart, FilePart, OtherPart]).openapi('ChatCompletionPart');
type Part = z.output<typeof Part>;

const ChatMessage = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: z.union([z.string(), boundedArray(Part, maxParts)]).nullish(),
  })
  .openapi('ChatCompletionMessage');
type ChatMessage = z.output<typeof ChatMessage>;

const Fields = z.object({
  model: z.string().min(1).max(200).openapi({ description: 'The domain of the key’s project.' }),
  messages: z.array(z.unknown()).min(1).max(maxMessages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, 'must be 1: a question has one answer').nullish(),
  response_format: z
    .object({ type: z.literal('text', 'must be text: answers are Markdown with citations') })
    .nullish(),
  user: z.string().max(256).nullish().openapi({ description: 'A label, never an identity.' }),
  metadata: z
    .object({ threadId: RequestFields.shape.threadId, threadKey: RequestFields.shape.threadKey })
    .nullish()
    .openapi({ description: 'Joins an existing thread. Other keys are ignored.' }),
});

/** The body as the OpenAPI document shows it. Other fields, such as `temperature` and `tools`, are ignored. */
export const ChatCompletionRequest = Fields.extend({
  messages: z.array(ChatMessage).min(1).max(maxMessages),
}).openapi('ChatCompletionRequest');

export type ChatCompletionCall = {
  model: string;
  question: Question;
  streams: boolean;
  /** Whether the stream ends with the token usage. */
  includeUsage: boolean;
};

/**
 * Validates and converts a body of OpenAI's chat completions.
 * https://platform.openai.com/docs/api-reference/chat/create
 * @throws DocentError `invalid_request` with details
 */
export function parseChatCompletion(body: unknown): ChatCompletionCall {
  const { model, messages, user, metadata, stream, stream_options } = validate(Fields, body);
  const said = messages.map((message, i) => validate(ChatMessage, message, ['messages', i]));
  const fields = validate(RequestFields, { ...metadata, fp: user || 'anonymous', messages });
  return {
    model,
    question: toQuestion(fields, said.flatMap(toMessage)),
    streams: stream === true,
    includeUsage: stream_options?.include_usage === true,
  };
}

/** System messages and tool results come from the client, with no more rights than a user's, so they are left out. */
function toMessage({ role, content }: ChatMessage, index: number): Message[] {
  if (role !== 'user' && role !== 'assistant') return [];
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  const text = parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n');
  const files =
    role === 'user' ? parts.flatMap((part, i) => fileOf(part, `messages.${index}.content.${i}`)) : [];
  return [{ role, text: cleanText(text), attachments: readAttachments(files) }];
}

function fileOf(part: Part, at: string): SentFile[] {
  if (isImage(part))
    return [{ at, content: { url: part.image_url.url }, mediaType: undefined, name: undefined }];
  if (!isFile(part)) return [];
  const { file_data = '', filename } = part.file;
  return [{ at, content: { url: file_data }, mediaType: undefined, name: filename }];
}

function isText(part: Part): part is z.output<typeof TextPart> {
  return part.type === 'text';
}

function isImage(part: Part): part is z.output<typeof ImagePart> {
  return part.type === 'image_url';
}

function isFile(part: Part): part is z.output<typeof FilePart> {
  return part.type === 'file';
}
