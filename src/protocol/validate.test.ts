import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import { validate } from './validate.ts';

test('problems are told in plain words', () => {
  const schema = z.object({
    query: z.string().min(2),
    name: z.string().max(3),
    size: z.int().max(50),
    list: z.array(z.string()).min(1),
    id: z.string(),
    url: z.url(),
    own: z.string().max(1, 'is longer than a letter'),
  });
  const body = { query: 'a', name: 'long', size: 60, list: [], url: 'example.com', own: 'ab' };
  assert.throws(
    () => validate(schema, body),
    (error) => {
      assert.ok(error instanceof DocentError);
      const said = Object.fromEntries(error.details!.map(({ path, message }) => [path, message]));
      assert.deepEqual(said, {
        query: 'must have at least 2 characters',
        name: 'must have at most 3 characters',
        size: 'must be at most 50',
        list: 'must have at least 1 entries',
        id: 'is required',
        url: 'must be a whole address, such as https://docs.example.com',
        own: 'is longer than a letter',
      });
      return true;
    },
  );
});
