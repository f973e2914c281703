import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';
import { readOperations } from './read-operations.ts';

const payload = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', description: 'Where to write to.' } },
};

const events = {
  asyncapi: '3.0.0',
  info: { title: 'Accounts' },
  servers: { main: { host: 'broker.example:9092', protocol: 'kafka' } },
  channels: {
    signedUp: {
      address: 'user/{id}/signedup',
      title: 'User signed up',
      description: 'Where users sign up.',
      parameters: { id: { description: 'Who.', enum: ['a', 'b'] } },
      messages: { Signed: { $ref: '#/components/messages/Signed' } },
    },
    quiet: { address: 'quiet', messages: { Ping: { summary: 'Are you there?' } } },
  },
  operations: {
    tellOfUser: {
      action: 'send',
      channel: { $ref: '#/channels/signedUp' },
      summary: 'Tells of a new user.',
      messages: [{ $ref: '#/channels/signedUp/messages/Signed' }],
    },
  },
  components: {
    messages: { Signed: { summary: 'Somebody came.', payload, examples: [{ payload: { email: 'a@b.c' } }] } },
  },
};

function read(root: object) {
  return readOperations({ file: 'events.json', texts: { 'events.json': JSON.stringify(root) } });
}

test('A channel of AsyncAPI 3 has its parameters and what is sent on it', () => {
  const [overview, signedUp, quiet] = read(events);
  assert.match(overview!.markdown, /`kafka:\/\/broker\.example:9092`/);
  assert.match(
    overview!.markdown,
    /^- `user\/\{id\}\/signedup`: User signed up\n- `quiet`: quiet$|^- `quiet`$/m,
  );
  assert.equal(
    signedUp!.markdown,
    [
      '`user/{id}/signedup`',
      'Where users sign up.',
      '## Parameters',
      '- `id` ("a" | "b"): Who.',
      '## Send tellOfUser',
      'Tells of a new user.',
      '### Signed',
      'Somebody came.',
      'Payload: object',
      '- `email` (string, required): Where to write to.',
      'Example:\n\n```json\n{\n  "email": "a@b.c"\n}\n```',
    ].join('\n\n'),
  );
  assert.equal(quiet!.markdown, '`quiet`\n\n### Message\n\nAre you there?');
});

test('A channel of AsyncAPI 2 has what clients may publish and subscribe to', () => {
  const message = {
    oneOf: [
      { name: 'one', payload },
      { name: 'two', payload: { type: 'string' } },
    ],
  };
  const [, light] = read({
    asyncapi: '2.6.0',
    info: { title: 'Lights' },
    channels: { 'light/measured': { publish: { operationId: 'receive', summary: 'Measured.', message } } },
  });
  assert.equal(
    light!.markdown,
    [
      '`light/measured`',
      '## Publish receive',
      'Measured.',
      '### one',
      'Payload: object',
      '- `email` (string, required): Where to write to.',
      '### two',
      'Payload: string',
    ].join('\n\n'),
  );
});

test('A message that refers to itself, and a channel that refers nowhere, end', () => {
  const channels = {
    a: { $ref: '#/channels/a' },
    b: { $ref: 'elsewhere.json#/b' },
    c: { publish: { message: { $ref: '#/x' } } },
  };
  assert.equal(read({ asyncapi: '2.0.0', info: {}, channels }).length, 4);
});

test('On a Mintlify site channels are pages where the navigation names their description, or shown in the page that names one', async () => {
  const docs = await listDocs(
    treeOf({
      'docs.json': JSON.stringify({
        navigation: {
          tabs: [{ tab: 'Events', asyncapi: { source: 'events.json', directory: 'ws' }, pages: ['own'] }],
        },
      }),
      'own.mdx': '---\ntitle: Own\nasyncapi: "/events.json quiet"\n---\nIntro.',
      'events.json': JSON.stringify(events),
    }),
  );
  const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((one) => one.pages);
  assert.deepEqual(pages.map(({ url }) => url).toSorted(), [
    '/own',
    '/ws/websockets/quiet',
    '/ws/websockets/user-signed-up',
  ]);
  assert.match(pages.find(({ url }) => url === '/own')!.markdown, /Are you there\?/);
});
