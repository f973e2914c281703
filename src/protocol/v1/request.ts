import { z } from '@hono/zod-openapi';
import type { Message, Question } from '../../assistant/question.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { maxAttachments, readAttachments } from '../attachment.ts';
import type { SentFile } from '../attachment.ts';
import { CreatedAt, maxMessages, maxParts, RequestFields, Role, toQuestion } from '../request-fields.ts';
import { boundedArray, validate } from '../validate.ts';

const TextPart = z.object({ type: z.literal('text'), text: z.string() }).openapi('V1TextPart');

const ReasoningDetail = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('text'), text: z.string(), signature: z.string().optional() })
      .openapi('V1ReasoningText'),
    z.object({ type: z.literal('redacted'), data: z.string() }).openapi('V1ReasoningRedacted'),
  ])
  .openapi('V1ReasoningDetail');

const ReasoningPart = z
  .object({
    type: z.literal('reasoning'),
    reasoning: z.string(),
    details: boundedArray(ReasoningDetail, maxParts).optional(),
  })
  .openapi('V1ReasoningPart');

const StepStartPart = z.object({ type: z.literal('step-start') }).openapi('V1StepStartPart');

const SourcePart = z
  .object({
    type: z.literal('source'),
    source: z.object({
      sourceType: z.literal('url'),
      id: z.string(),
      url: z.string(),
      title: z.string().optional(),
    }),
  })
  .openapi('V1SourcePart');

const toolCall = {
  step: z.number().optional(),
  toolCallId: z.string(),
  toolName: z.string(),
  args: z.unknown().optional(),
};

const ToolInvocation = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('partial-call'), ...toolCall }).openapi('V1ToolPartialCall'),
    z.object({ state: z.literal('call'), ...toolCall }).openapi('V1ToolCall'),
    z.object({ state: z.literal('result'), ...toolCall, result: z.unknown() }).openapi('V1ToolResult'),
  ])
  .openapi('V1ToolInvocation');

const ToolInvocationPart = z
  .object({ type: z.literal('tool-invocation'), toolInvocation: ToolInvocation })
  .openapi('V1ToolInvocationPart');

const FilePart = z
  .object({
    type: z.literal('file'),
    mimeType: z.string(),
    data: z.string().openapi({ description: 'Base64' }),
  })
  .openapi('V1FilePart');

const knownParts = [
  TextPart,
  ReasoningPart,
  StepStartPart,
  SourcePart,
  ToolInvocationPart,
  FilePart,
] as const;
const knownTypes = new Set<string>(knownParts.map((part) => part.shape.type.value));

const KnownPart = z.discriminatedUnion('type', knownParts).openapi('V1KnownPart');

const OtherPart = z
  .object({ type: z.string().refine((type) => !knownTypes.has(type), { abort: true }) })
  .openapi('V1OtherPart', { description: 'Clients send back whatever was streamed to them.' });

/** Lazy, because the OpenAPI generator would flatten the inner union and lose its discriminator. */
const Part = z.union([z.lazy(() => KnownPart), OtherPart]).openapi('V1Part');

const ExperimentalAttachment = z
  .object({ name: z.string().optional(), contentType: z.string().optional(), url: z.string() })
  .openapi('V1Attachment', { description: 'Only data URLs are read.' });

const V1Message = z
  .object({
    id: z.string('is required: give useChat of AI SDK 4 the option sendExtraMessageFields'),
    role: Role,
    createdAt: CreatedAt.optional(),
    content: z.string(),
    annotations: z.array(z.unknown()).optional(),
    parts: boundedArray(Part, maxParts)
      .optional()
      .openapi({ description: 'May be missing only where `createdAt` is there (AI SDK 4.0.0 to 4.1.19).' }),
    experimental_attachments: boundedArray(ExperimentalAttachment, maxAttachments).optional(),
  })
  .refine((message) => message.parts !== undefined || message.createdAt !== undefined, {
    path: ['parts'],
    message: 'is required',
  })
  .openapi('V1Message');

type V1Message = z.output<typeof V1Message>;

/** The whole body, for the OpenAPI document. */
export const V1Request = RequestFields.extend({
  messages: z.array(V1Message).min(1).max(maxMessages),
}).openapi('V1AssistantRequest');

/**
 * Validates and converts a body. Messages are validated one by one, so that a body full of errors costs no more than
 * its first invalid message.
 * @returns `knowsParts`: false for AI SDK 4.0.0 to 4.1.19, which send messages without `parts`
 * @throws DocentError `invalid_request` with details
 */
export function parseV1Request(body: unknown): { question: Question; knowsParts: boolean } {
  const fields = validate(RequestFields, body);
  const messages = fields.messages.map((message, i) => validate(V1Message, message, ['messages', i]));
  return {
    question: toQuestion(fields, messages.flatMap(toMessage)),
    knowsParts: messages.every((message) => message.parts !== undefined),
  };
}

/** System and data messages are dropped: clients can send any, so they have no more rights than a user's words. */
function toMessage(message: V1Message, index: number): Message[] {
  if (message.role === 'system' || message.role === 'data') return [];
  const text = cleanText(textOf(message));
  const attachments = message.role === 'user' ? readAttachments(filesOf(message, `messages.${index}`)) : [];
  return [{ role: message.role, text, attachments }];
}

function textOf(message: V1Message): string {
  const texts = (message.parts ?? []).flatMap((part) => (isText(part) ? [part.text] : []));
  return texts.some((text) => text.trim() !== '') ? texts.join('\n') : message.content;
}

function filesOf(message: V1Message, at: string): SentFile[] {
  const attached = (message.experimental_attachments ?? []).map((file, i) => ({
    at: `${at}.experimental_attachments.${i}.url`,
    content: { url: file.url },
    mediaType: file.contentType,
    name: file.name,
  }));
  const fileParts = (message.parts ?? []).flatMap((part, i) =>
    isFile(part)
      ? [
          {
            at: `${at}.parts.${i}.data`,
            content: { base64: part.data },
            mediaType: part.mimeType,
            name: undefined,
          },
        ]
      : [],
  );
  return [...attached, ...fileParts];
}

type Part = z.output<typeof Part>;

function isText(part: Part): part is z.output<typeof TextPart> {
  return part.type === 'text';
}

function isFile(part: Part): part is z.output<typeof FilePart> {
  return part.type === 'file';
}
