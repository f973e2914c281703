import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseWithoutNulls } from './parse-without-nulls.ts';

const schema = z.looseObject({
  name: z.string(),
  size: z.int().default(5),
  note: z.string().nullish(),
  parts: z
    .array(
      z.union([
        z.object({
          type: z.literal('a'),
          title: z.string().optional(),
          inner: z.object({ b: z.int().optional() }),
        }),
        z.object({ type: z.literal('b') }),
      ]),
    )
    .optional(),
});
const parsed = (value: unknown) => parseWithoutNulls(schema, value);

test('a null that the schema does not take is as good as absent, at any depth', () => {
  const given = {
    name: 'x',
    size: null,
    parts: [{ type: 'a', title: null, inner: { b: null } }, { type: 'b' }],
  };
  assert.deepEqual(parsed(given).data, {
    name: 'x',
    size: 5,
    parts: [{ type: 'a', inner: {} }, { type: 'b' }],
  });
  assert.deepEqual(parsed({ name: 'x', parts: null }).data, { name: 'x', size: 5 });
});

test('a null that the schema takes stays', () => {
  assert.deepEqual(parsed({ name: 'x', note: null, other: null }).data, {
    name: 'x',
    size: 5,
    note: null,
    other: null,
  });
});

test('what is required is required, and a null in a list is none of its values', () => {
  assert.match(parsed({ name: null }).error!.message, /received undefined/);
  assert.equal(parsed({ name: 'x', parts: [null] }).success, false);
  assert.equal(parsed(null).success, false);
});

test('keys of the prototype are keys like any other', () => {
  const given = JSON.parse('{"name":"x","size":null,"__proto__":null}') as unknown;
  assert.equal(parsed(given).data?.size, 5);
});
