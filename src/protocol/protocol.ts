import type { z } from '@hono/zod-openapi';
import type { AnswerEvent } from '../assistant/answer-event.ts';
import type { Question } from '../assistant/question.ts';

/** What of the HTTP request decides how the stream is written. */
type RequestHints = { accept: string | undefined };

/** Turns events into bytes of one stream. Stateful: one writer an answer. */
export type StreamWriter = {
  /** Response headers that the protocol itself needs. */
  headers: Record<string, string>;
  /** The bytes of one event; may be empty. */
  write(event: AnswerEvent): string;
  /** Written when nothing was sent for a while. */
  keepAlive: string;
};

/** A request in the product's own terms, and the writer that answers it. */
export type ParsedRequest = { question: Question; writer: () => StreamWriter };

/** A wire protocol of the assistant: one folder beside this file, one line in `http/assistant.ts`. */
export type AssistantProtocol = {
  /** As in the endpoint's path. */
  name: string;
  /** The request body as the OpenAPI document shows it. */
  requestSchema: z.ZodType;
  /**
   * Validates and translates a request body.
   * @throws DocentError `invalid_request` with details
   */
  parse(body: unknown, hints: RequestHints): ParsedRequest;
};
