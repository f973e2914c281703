import type { z } from '@hono/zod-openapi';
import { validate } from '../protocol/validate.ts';
import { json } from './respond.ts';
import type { Call, Route, Scope } from './route.ts';

const maxBytes = 64 * 1024;

/** How a route of the management API documents and reads its body. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return { schema, maxBytes, parse: (body: unknown): z.output<Schema> => validate(schema, body) };
}

type Answer<Shape extends z.ZodType> = {
  status: number;
  description: string;
  content: { 'application/json': { schema: Shape } };
};

/** A successful answer for the OpenAPI document. */
export function answerOf<Shape extends z.ZodType>(
  schema: Shape,
  description: string,
  status = 200,
): Answer<Shape> {
  return { status, description, content: { 'application/json': { schema } } };
}

type JsonRoute<Shape extends z.ZodType, Body, To extends Scope, Filter> = Omit<
  Route<Body, To, Filter>,
  'success' | 'handle'
> & {
  success?: Answer<Shape>;
  handle(call: Call<Body, To, Filter>): Promise<z.output<Shape> | Response>;
};

/** A route whose types are those of its schemas. What `handle` returns is the JSON that answers; nothing is a 204. */
export function route<
  Shape extends z.ZodType = z.ZodVoid,
  Body = undefined,
  To extends Scope = 'project',
  Filter = unknown,
>({ success, handle, ...others }: JsonRoute<Shape, Body, To, Filter>): Route<Body, To, Filter> {
  return {
    ...others,
    success: success ?? { status: 204, description: 'Done.' },
    async handle(call) {
      const answer = await handle(call);
      if (answer instanceof Response) return answer;
      if (success !== undefined) return json<typeof answer>(success.status, answer, call.headers);
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', ...call.headers } });
    },
  };
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Without the fields that were not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
