import { z } from '@hono/zod-openapi';
import type { Message, Question } from '../../assistant/question.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { readAttachments } from '../attachment.ts';
import type { SentFile } from '../attachment.ts';
import { CreatedAt, maxMessages, maxParts, RequestFields, Role, toQuestion } from '../request-fields.ts';
import { boundedArray, validate } from '../validate.ts';

const TextPart = z.object({ type: z.literal('text'), text: z.string() }).openapi('V2TextPart');

const ReasoningPart = z.object({ type: z.literal('reasoning'), text: z.string() }).openapi('V2ReasoningPart');

const StepStartPart = z.object({ type: z.literal('step-start') }).openapi('V2StepStartPart');

const SourceUrlPart = z
  .object({
    type: z.literal('source-url'),
    sourceId: z.string(),
    url: z.string(),
    title: z.string().optional(),
  })
  .openapi('V2SourceUrlPart');

const SourceDocumentPart = z
  .object({
    type: z.literal('source-document'),
    sourceId: z.string(),
    mediaType: z.string(),
    title: z.string(),
    filename: z.string().optional(),
  })
  .openapi('V2SourceDocumentPart');

const FilePart = z
  .object({
    type: z.literal('file'),
    mediaType: z.string(),
    url: z.string().openapi({ description: 'Only data URLs are read.' }),
    filename: z.string().optional(),
  })
  .openapi('V2FilePart');

const toolCall = {
  toolCallId: z.string(),
  state: z.string(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
};

const DynamicToolPart = z
  .object({ type: z.literal('dynamic-tool'), toolName: z.string(), ...toolCall })
  .openapi('V2DynamicToolPart');

/** What the user said while an answer ran: AI SDK 7 puts it into the answer, before the step that heeds it. */
const SteeringPart = z
  .object({
    type: z.literal('steering-message'),
    parts: boundedArray(z.object({ type: z.string(), text: z.string().optional() }), maxParts),
  })
  .openapi('V2SteeringPart');

const knownParts = [
  TextPart,
  ReasoningPart,
  StepStartPart,
  SourceUrlPart,
  SourceDocumentPart,
  FilePart,
  DynamicToolPart,
  SteeringPart,
] as const;
const knownTypes = new Set<string>(knownParts.map((part) => part.shape.type.value));

const KnownPart = z.discriminatedUnion('type', knownParts).openapi('V2KnownPart');

const ToolPart = z
  .object({ type: z.templateLiteral(['tool-', z.string()]), ...toolCall })
  .openapi('V2ToolPart');

const DataPart = z
  .object({
    type: z.templateLiteral(['data-', z.string()]),
    id: z.string().optional(),
    data: z.unknown().optional(),
  })
  .openapi('V2DataPart');

const OtherPart = z
  .object({
    type: z.string().refine((type) => !knownTypes.has(type) && !/^(tool|data)-/.test(type), { abort: true }),
  })
  .openapi('V2OtherPart', { description: 'Clients send back whatever was streamed to them.' });

/** Lazy, because the OpenAPI generator would flatten the inner union and lose its discriminator. */
const Part = z.union([z.lazy(() => KnownPart), ToolPart, DataPart, OtherPart]).openapi('V2Part');

const V2Message = z
  .object({
    id: z.string(),
    role: Role,
    parts: boundedArray(Part, maxParts),
    createdAt: CreatedAt.optional(),
    metadata: z.unknown().optional(),
  })
  .openapi('V2Message');

type V2Message = z.output<typeof V2Message>;

const V2Fields = RequestFields.extend({
  id: z.unknown().optional().openapi({
    description:
      'Every AI SDK transport sends `id` and `trigger`. A body with neither comes from a raw reader, whose `finish` event has more keys. Keep one of them in `prepareSendMessagesRequest`.',
  }),
  trigger: z.unknown().optional(),
  citations: z.enum(['native', 'data']).nullish().openapi({
    description:
      'Asks for the citations with what each supports: `native` has them on `text-end` (AI SDK 7.0.138 and later; older clients refuse it), `data` in a `data-citations` part before it.',
  }),
  resumable: z.boolean().optional().openapi({
    description:
      'The answer goes on when the client disconnects, which can then resume or stop it by the chat’s `id`: 16 to 200 characters, without space and `/?#%\\`, that nobody can guess.',
  }),
});

/** Whoever knows a chat's id may read its running answer, so it cannot be short; it is a segment of a path. */
const ChatId = z.object({
  id: z
    .string('is required, as the chat’s id, when resumable is true')
    .regex(
      /^[^\s/?#%\\]{16,200}$/,
      'must be 16 to 200 characters without space and /?#%\\ when resumable is true',
    ),
});

/** The whole body, for the OpenAPI document. */
export const V2Request = V2Fields.extend({
  messages: z.array(V2Message).min(1).max(maxMessages),
}).openapi('V2AssistantRequest');

/**
 * Validates and converts a body. Messages are validated one by one, so that a body full of errors costs no more than
 * its first invalid message.
 * @returns `fromSdk`: whether an AI SDK transport sent it; `chatId` of a resumable answer
 * @throws DocentError `invalid_request` with details
 */
export function parseV2Request(body: unknown): {
  question: Question;
  fromSdk: boolean;
  citations: 'native' | 'data' | undefined;
  chatId: string | undefined;
} {
  const fields = validate(V2Fields, body);
  const messages = fields.messages.map((message, i) => validate(V2Message, message, ['messages', i]));
  return {
    question: toQuestion(fields, messages.flatMap(toMessage)),
    fromSdk: fields.id != null || fields.trigger != null,
    citations: fields.citations ?? undefined,
    chatId: fields.resumable === true ? validate(ChatId, { id: fields.id }).id : undefined,
  };
}

/** System and data messages are dropped: clients can send any, so they have no more rights than a user's words. */
function toMessage(message: V2Message, index: number): Message[] {
  if (message.role === 'system' || message.role === 'data') return [];
  if (message.role === 'user') {
    const attachments = readAttachments(filesOf(message, `messages.${index}`));
    return [{ role: 'user', text: textOf(message.parts), attachments }];
  }
  const said: Message[] = [];
  let from = 0;
  for (const [at, part] of message.parts.entries()) {
    const steered = isSteering(part) ? textOf(part.parts) : '';
    if (steered === '') continue;
    said.push(
      { role: 'assistant', text: textOf(message.parts.slice(from, at)), attachments: [] },
      { role: 'user', text: steered, attachments: [] },
    );
    from = at + 1;
  }
  return [...said, { role: 'assistant', text: textOf(message.parts.slice(from)), attachments: [] }];
}

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  const texts = parts.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return cleanText(texts.join('\n'));
}

function filesOf(message: V2Message, at: string): SentFile[] {
  return message.parts.flatMap((part, i) =>
    isFile(part)
      ? [
          {
            at: `${at}.parts.${i}.url`,
            content: { url: part.url },
            mediaType: part.mediaType,
            name: part.filename,
          },
        ]
      : [],
  );
}

type Part = z.output<typeof Part>;

function isSteering(part: Part): part is z.output<typeof SteeringPart> {
  return part.type === 'steering-message';
}

function isFile(part: Part): part is z.output<typeof FilePart> {
  return part.type === 'file';
}
