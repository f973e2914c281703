import type { z } from '@hono/zod-openapi';
import type { AnswerEvent } from '../assistant/answer-event.ts';
import type { Question } from '../assistant/question.ts';

/** The request properties that decide the stream's format. */
type RequestHints = { accept: string | undefined };

/** Converts events to bytes. Stateful: one writer per answer. */
export type StreamWriter = {
  /** Response headers that the protocol itself needs. */
  headers: Record<string, string>;
  /** The bytes of one event; may be empty. */
  write(event: AnswerEvent): string;
  /** Sent after a while without events. */
  keepAlive: string;
};

/** A request in protocol-independent form, and the writer that answers it. */
export type ParsedRequest = {
  question: Question;
  writer: () => StreamWriter;
  /** The client's name for the chat, when the answer is to go on without it. */
  chatId?: string | undefined;
};

/** A wire protocol of the assistant: one folder beside this file, one line in `http/assistant.ts`. */
export type AssistantProtocol = {
  /** The name in the endpoint's path. */
  name: string;
  /** The request body as the OpenAPI document shows it. */
  requestSchema: z.ZodType;
  /**
   * Validates and converts a request body.
   * @throws DocentError `invalid_request` with details
   */
  parse(body: unknown, hints: RequestHints): ParsedRequest;
};
