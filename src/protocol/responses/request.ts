import { z } from '@hono/zod-openapi';
import { maxTextLength, type Message, type Question } from '../../assistant/question.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { readAttachments, type SentFile } from '../attachment.ts';
import { maxMessages, maxParts, RequestFields, toQuestion } from '../request-fields.ts';
import { boundedArray, validate } from '../validate.ts';

const TextPart = z.object({ type: z.enum(['input_text', 'output_text']), text: z.string() });
const ImagePart = z.object({ type: z.literal('input_image'), image_url: z.string().nullish() });
const FilePart = z.object({
  type: z.literal('input_file'),
  file_data: z.string().nullish(),
  filename: z.string().nullish(),
});
const knownParts = new Set(['input_text', 'output_text', 'input_image', 'input_file']);
const OtherPart = z.object({ type: z.string().refine((type) => !knownParts.has(type), { abort: true }) });
const Part = z.union([TextPart, ImagePart, FilePart, OtherPart]).openapi('ResponseInputPart');
type Part = z.output<typeof Part>;

const MessageItem = z
  .object({
    type: z.literal('message').optional(),
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: z.union([z.string(), boundedArray(Part, maxParts)]),
  })
  .openapi('ResponseInputMessage');
const ReferenceItem = z.object({ type: z.literal('item_reference'), id: z.string().max(200) });
const knownItems = new Set(['message', 'item_reference']);
const OtherItem = z.object({ type: z.string().refine((type) => !knownItems.has(type), { abort: true }) });
const Item = z.union([MessageItem, ReferenceItem, OtherItem]).openapi('ResponseInputItem');
type Item = z.output<typeof Item>;

const noTools = 'must be empty: answers come from the docs, with tools of their own';

const Fields = z.object({
  model: z.string().min(1).max(200).openapi({ description: 'The domain of the key’s project.' }),
  input: z.union([z.string(), z.array(z.unknown()).min(1).max(maxMessages)]),
  instructions: z.string().max(1_000_000).nullish().openapi({
    description: 'Quoted to the model as data. The rules of the project’s owners hold.',
  }),
  previous_response_id: z.string().max(200).nullish().openapi({ description: 'Goes on with its thread.' }),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish().openapi({ description: 'False: nothing of it is stored.' }),
  metadata: z
    .looseObject({})
    .refine((metadata) => Object.keys(metadata).length <= 16, {
      error: 'can have at most 16 keys',
      abort: true,
    })
    .pipe(z.record(z.string().max(64), z.string().max(512)))
    .nullish(),
  safety_identifier: z.string().max(256).nullish(),
  user: z.string().max(256).nullish().openapi({ description: 'A label, never an identity.' }),
  tools: z.array(z.unknown()).max(0, noTools).nullish(),
  text: z
    .object({
      format: z
        .object({ type: z.literal('text', 'must be text: answers are Markdown with citations') })
        .nullish(),
    })
    .nullish(),
  background: z.literal(false, 'must be false: an answer ends with its request').nullish(),
  conversation: z.null('must be null: name the previous_response_id').optional(),
  prompt: z.null('must be null: prompts are not stored here').optional(),
});

/** The body as the OpenAPI document shows it. Other fields, such as `temperature`, are ignored. */
export const ResponseRequest = Fields.extend({
  input: z.union([z.string(), z.array(Item).min(1).max(maxMessages)]),
}).openapi('ResponseRequest');

/** What a response repeats of its request. */
export type Asked = Pick<z.output<typeof Fields>, 'model' | 'metadata'> & {
  instructions: string | null;
  previousId: string | null;
  stores: boolean;
  user: string | null;
};

export type ResponseCall = {
  asked: Asked;
  question: Question;
  streams: boolean;
  /** Clients that name earlier output by its id: the last one. */
  referenced: string | null;
};

/**
 * Validates and converts a body of OpenAI's responses.
 * https://www.openresponses.org/reference and https://platform.openai.com/docs/api-reference/responses/create
 * @throws DocentError `invalid_request` with details
 */
export function parseResponseRequest(body: unknown): ResponseCall {
  const fields = validate(Fields, body);
  const { model, input, metadata, instructions, previous_response_id, stream, store } = fields;
  const given = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const items = given.map((item, i) => validate(Item, item, ['input', i]));
  const user = fields.safety_identifier || fields.user || null;
  const base = validate(RequestFields, { fp: user ?? 'anonymous', messages: given });
  const references = items.flatMap((item) => (isReference(item) ? [item.id] : []));
  return {
    asked: {
      model,
      metadata,
      instructions: instructions ?? null,
      previousId: previous_response_id ?? null,
      stores: store !== false,
      user,
    },
    question: toQuestion(base, items.flatMap(toMessage), 'input'),
    streams: stream === true,
    referenced: references.at(-1) ?? null,
  };
}

/** The question with the caller's instructions, which are a quoted file to the model: anybody can send them. */
export function withInstructions(question: Question, instructions: string | null): Question {
  if (instructions === null || instructions.trim() === '') return question;
  const last = question.messages.findLastIndex(({ role }) => role === 'user');
  const { attachments, ...message } = question.messages[last]!;
  const text = cleanText(instructions).slice(0, maxTextLength);
  const quoted = { kind: 'text' as const, mediaType: 'text/plain', text, name: 'instructions' };
  return {
    ...question,
    messages: question.messages.with(last, { ...message, attachments: [...attachments, quoted] }),
  };
}

/** System messages come from the client, with no more rights than a user's, so they are left out, as calls of tools are. */
function toMessage(item: Item, index: number): Message[] {
  if (!isMessage(item) || (item.role !== 'user' && item.role !== 'assistant')) return [];
  const { role, content } = item;
  const parts = typeof content === 'string' ? [{ type: 'input_text' as const, text: content }] : content;
  const text = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
  const files =
    role === 'user' ? parts.flatMap((part, i) => fileOf(part, `input.${index}.content.${i}`)) : [];
  return [{ role, text: cleanText(text), attachments: readAttachments(files) }];
}

function fileOf(part: Part, at: string): SentFile[] {
  const file = { at, mediaType: undefined };
  if (isImage(part)) return [{ ...file, content: { url: part.image_url ?? '' }, name: undefined }];
  if (!isFile(part)) return [];
  return [{ ...file, content: { url: part.file_data ?? '' }, name: part.filename ?? undefined }];
}

function isMessage(item: Item): item is z.output<typeof MessageItem> {
  return 'role' in item;
}

function isReference(item: Item): item is z.output<typeof ReferenceItem> {
  return !isMessage(item) && 'id' in item;
}

function isImage(part: Part): part is z.output<typeof ImagePart> {
  return part.type === 'input_image';
}

function isFile(part: Part): part is z.output<typeof FilePart> {
  return part.type === 'input_file';
}
