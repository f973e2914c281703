import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from './operation.ts';
import { readOperations } from './read-operations.ts';

function read(root: object, others: Record<string, string> = {}): Operation[] {
  return readOperations({ file: 'api.json', texts: { 'api.json': JSON.stringify(root), ...others } });
}

function only(root: object, others: Record<string, string> = {}): string {
  const operations = read(root, others);
  assert.equal(operations.length, 2);
  return operations[1]?.markdown ?? '';
}

const user = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', description: 'Who it is.' },
    role: { enum: ['admin', 'guest'], default: 'guest' },
    manager: { $ref: '#/components/schemas/User' },
  },
};

const listUsers = {
  operationId: 'listUsers',
  summary: 'List users',
  description: 'Newest first.\n\nPaged by cursor.',
  tags: ['Users'],
  parameters: [
    { name: 'cursor', in: 'query', schema: { type: 'string' }, description: 'From the last page.' },
  ],
  responses: {
    200: {
      description: 'A page.',
      content: {
        'application/json': {
          schema: { type: 'array', items: { $ref: '#/components/schemas/User' } },
          example: [{ id: 1 }],
        },
      },
    },
  },
};

const api = {
  openapi: '3.1.0',
  info: { title: 'People', description: 'All about people.' },
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [{ token: [] }],
  components: { schemas: { User: user }, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/users': {
      parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 50 } }],
      get: listUsers,
    },
  },
};

test('An operation is told with its method, path, authorization, parameters, responses and examples', () => {
  assert.equal(
    only(api),
    [
      '`GET /users`',
      'Newest first.\n\nPaged by cursor.',
      'Authorization: `token`',
      '## Parameters',
      '- `limit` (query, integer, required, at most 50)\n- `cursor` (query, string): From the last page.',
      '## Responses',
      '### 200',
      'A page.',
      '`application/json`: array of User',
      '- `id` (integer, required): Who it is.\n- `role` ("admin" | "guest", default: "guest")\n- `manager` (User)',
      'Example:\n\n```json\n[\n  {\n    "id": 1\n  }\n]\n```',
    ].join('\n\n'),
  );
});

test('Each operation is known by its pointer, tag and id; an overview of the API comes first', () => {
  const [overview, operation] = read(api);
  assert.deepEqual([overview?.pointer, overview?.summary], ['', 'People']);
  assert.match(overview?.markdown ?? '', /Base URL: `https:\/\/api\.example\.com\/v1`/);
  assert.match(overview?.markdown ?? '', /- `token` \(http, bearer\)/);
  assert.match(overview?.markdown ?? '', /- `GET \/users`: List users/);
  const { pointer, method, path, operationId, tag, description } = operation ?? {};
  assert.deepEqual(
    { pointer, method, path, operationId, tag, description },
    {
      pointer: '/paths/~1users/get',
      method: 'get',
      path: '/users',
      operationId: 'listUsers',
      tag: 'Users',
      description: 'Newest first.',
    },
  );
});

test('Request bodies, allOf, oneOf and maps are flattened', () => {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/User' },
      { properties: { labels: { additionalProperties: { type: 'string' } } } },
    ],
    oneOf: [
      { title: 'By mail', properties: { mail: { type: 'string', format: 'email' } } },
      { type: 'null' },
    ],
  };
  const post = {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {},
  };
  const text = only({ ...api, security: [], paths: { '/users': { post } } });
  assert.match(text, /## Request body\n\nRequired\./);
  assert.match(text, /- `id` \(integer, required\)/);
  assert.match(text, /- `labels` \(object\)\n {2}- any other key \(string\)/);
  assert.match(text, /- one of: By mail\n {2}- `mail` \(string \(email\)\)/);
});

test('Swagger 2 is read as if it were OpenAPI 3', () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'Old' },
    host: 'api.example.com',
    basePath: '/v1',
    parameters: { page: { name: 'page', in: 'query', type: 'integer' } },
    definitions: { Pet: { properties: { name: { type: 'string' } } } },
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/parameters/page' }],
        post: {
          parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/Pet' } }],
          responses: { 201: { description: 'Made.', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
  };
  const [overview, operation] = read(swagger);
  assert.match(overview?.markdown ?? '', /Base URL: `https:\/\/api\.example\.com\/v1`/);
  assert.match(operation?.markdown ?? '', /## Parameters\n\n- `page` \(query, integer\)/);
  assert.match(
    operation?.markdown ?? '',
    /## Request body\n\n`application\/json`: Pet\n\n- `name` \(string\)/,
  );
  assert.match(operation?.markdown ?? '', /### 201\n\nMade\.\n\n`application\/json`: Pet/);
});

test('A description may be split into files; what is elsewhere is not fetched', () => {
  const split = {
    ...api,
    paths: { '/users': { $ref: './paths/users.yaml' }, '/far': { $ref: 'https://example.com/far.yaml' } },
  };
  const files = {
    'paths/users.yaml':
      'get:\n  responses:\n    "200":\n      description: ok\n      content:\n        a/b:\n          schema: { $ref: "../schemas.yaml#/User" }\n',
    'schemas.yaml':
      'User:\n  properties:\n    name: { type: string }\n    far: { $ref: "http://example.com/x.json#/Far" }\n',
  };
  const text = only(split, files);
  assert.match(text, /`a\/b`: User\n\n- `name` \(string\)\n- `far` \(Far\)/);
});

test('References in circles end', () => {
  const schemas = {
    Loop: { $ref: '#/components/schemas/Loop' },
    Tree: { properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
  };
  const content = {
    'a/b': {
      schema: {
        properties: {
          loop: { $ref: '#/components/schemas/Loop' },
          tree: { $ref: '#/components/schemas/Tree' },
        },
      },
    },
  };
  const text = only({
    ...api,
    components: { schemas },
    paths: { '/x': { get: { responses: { 200: { content } } } } },
  });
  assert.match(text, /- `loop` \(Loop\)\n- `tree` \(Tree\)\n {2}- `children` \(array of Tree\)/);
});

test('What is not an API description has no operations', () => {
  assert.deepEqual(read({ name: 'package' }), []);
  assert.deepEqual(readOperations({ file: 'a.yaml', texts: { 'a.yaml': ': : :' } }), []);
});

test('A response has its headers, a value its limits', () => {
  const schema = { type: 'string', minLength: 2, pattern: '^a' };
  const markdown = only({
    ...api,
    paths: {
      '/a': {
        get: {
          responses: {
            200: { description: 'All.', headers: { 'X-Next': { description: 'More.', schema } } },
          },
        },
      },
    },
  });
  assert.match(markdown, /Headers:\n\n- `X-Next` \(string, at least 2 characters, pattern: `\^a`\): More\./);
});
