import { z } from '@hono/zod-openapi';
import { json } from '../respond.ts';
import { validate } from '../../protocol/validate.ts';

const maxBytes = 64 * 1024;

/** How a route of the management API documents and reads its body. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return { schema, maxBytes, parse: (body: unknown): z.output<Schema> => validate(schema, body) };
}

/** A successful answer: its description for the OpenAPI document, and `json` to send a body of that type. */
export function answerOf<Schema extends z.ZodType>(schema: Schema, description: string, status = 200) {
  return {
    status,
    description,
    content: { 'application/json': { schema } },
    json: (body: z.output<Schema>, headers?: Record<string, string>) =>
      json<z.output<Schema>>(status, body, headers),
  };
}

export const noContent = { status: 204, description: 'Done.' };

export function done(headers: Record<string, string>): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', ...headers } });
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Without the fields that were not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
