import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { withWrongValues, wrongValues } from '../../test/helpers/wrong-types.ts';
import { DocentError } from '../errors.ts';
import type { AssistantProtocol } from './protocol.ts';
import { v1 } from './v1/v1.ts';
import { v2 } from './v2/v2.ts';

/** Recorded from the npm packages: two turns, a regeneration, and from AI SDK 5 on an edited message. */
const recorded = new URL('../../test/fixtures/request-bodies/', import.meta.url);
const hints = { accept: undefined };

const bodies = readdirSync(recorded).flatMap((file) => {
  const protocol = file.startsWith('v4') ? v1 : v2;
  const list = JSON.parse(readFileSync(new URL(file, recorded), 'utf8')) as object[];
  return list.map((body, i) => ({ name: `${file} ${i + 1}`, protocol, body }));
});

describe('every recorded body of a real client is accepted', () => {
  for (const { name, protocol, body } of bodies) {
    test(name, () => {
      const { question } = protocol.parse(body, hints);
      assert.ok(['first', 'second', 'p'].includes(question.messages.at(-1)?.text ?? ''));
      assert.deepEqual(question.context, [
        { type: 'code', value: 'x', path: undefined, elementId: undefined },
      ]);
      const attached = question.messages.at(-1)?.attachments.map(({ kind, name }) => ({ kind, name }));
      const isSecond = question.messages.at(-1)?.text === 'second';
      assert.deepEqual(attached, isSecond ? [{ kind: 'image', name: 'a.png' }] : []);
    });
  }
});

describe('anything of the wrong type anywhere is a 400 or passes, and nothing else is thrown', () => {
  const largest = bodies.filter(({ name }) => /^v(4\.3\.19|7\.0\.173)\.json 2/.test(name));
  for (const { name, protocol, body } of largest) {
    test(name, () => {
      let refused = 0;
      for (const wrong of withWrongValues(body)) refused += parseOrRefuse(protocol, wrong);
      assert.ok(refused > 100, `only ${refused} bodies were refused`);
    });
  }

  test('the body itself', () => {
    for (const protocol of [v1, v2]) {
      for (const value of wrongValues) assert.equal(parseOrRefuse(protocol, value), 1);
    }
  });
});

test('keys of a body never become the prototype of anything', () => {
  const body = `{"fp":"a","__proto__":{"polluted":1},"messages":[{"__proto__":{"polluted":1},"id":"1","role":"user","content":"Hi","parts":[{"type":"text","text":"Hi","constructor":{"prototype":{"polluted":1}}}]}]}`;
  for (const protocol of [v1, v2]) {
    const { question } = protocol.parse(JSON.parse(body), hints);
    assert.ok(!('polluted' in question) && !('polluted' in (question.messages[0] ?? {})));
    assert.ok(!('polluted' in {}));
  }
});

test('every union of known shapes has a discriminator in the OpenAPI document', () => {
  const app = new OpenAPIHono();
  for (const { name, requestSchema } of [v1, v2]) {
    const body = { content: { 'application/json': { schema: requestSchema } } };
    const responses = { 200: { description: 'A stream' } };
    app.openapi(createRoute({ method: 'post', path: `/${name}`, request: { body }, responses }), (c) =>
      c.body(null),
    );
  }
  const { components } = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'x', version: '1' } });
  const unions = Object.entries(components?.schemas ?? {}).filter(([, schema]) => 'oneOf' in schema);
  assert.deepEqual(unions.map(([name]) => name).sort(), [
    'V1KnownPart',
    'V1ReasoningDetail',
    'V1ToolInvocation',
    'V2KnownPart',
  ]);
  for (const [name, schema] of unions) {
    const { oneOf, discriminator } = schema as {
      oneOf: { $ref: string }[];
      discriminator: { mapping: object };
    };
    assert.deepEqual(
      Object.values(discriminator.mapping),
      oneOf.map((member) => member.$ref),
      name,
    );
  }
});

/** 1 when the body was refused with a 400. */
function parseOrRefuse(protocol: AssistantProtocol, body: unknown): number {
  try {
    protocol.parse(body, hints);
    return 0;
  } catch (error) {
    assert.ok(error instanceof DocentError, String(error));
    assert.equal(error.code, 'invalid_request');
    assert.ok((error.details?.length ?? 0) > 0);
    return 1;
  }
}
