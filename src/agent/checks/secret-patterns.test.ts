import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsByShape } from './secret-patterns.ts';

const random = 'uZ3kQ9vX7bT1mW5rY8cN2pL6';
const jwt = (payload: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload), 'signature-of-it']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

for (const [kind, text] of [
  ['aws', `id: AKIA${'Q7R2'.repeat(4)}`],
  ['google', `key=AIza${`${random}${random}`.slice(0, 35)}`],
  ['openai', `export OPENAI_API_KEY=sk-proj-${random}`],
  ['jwt', `Authorization: Bearer ${jwt({ sub: 'ada', exp: 1 })}`],
  ['assigned', 'password = "kV9!mQ2x#L"'],
  ['assigned', 'password = "hunter2"'],
  ['assigned', "password: 'kV9$mQ2%L*'"],
  ['assigned', 'The password is `kV9!mQ2x#L`.'],
  ['assigned', '| Password | `Winter2026!` |'],
  ['assigned', '<password>kV9!mQ2x#L</password>'],
  ['assigned', 'password=kV9!mQ2xL'],
  ['assigned', 'mysql -u root --password kV9mQ2xL7'],
  ['assigned', `"client_secret": "${random}"`],
  ['assigned', `DB_PASSWORD=${random}`],
  ['high-entropy', `Send ${random}${random} with it.`],
] as const) {
  test(`${kind}: ${text.slice(0, 30)}`, () => {
    const found = secretsByShape(text);
    assert.deepEqual(
      found.map((each) => each.kind),
      [kind],
    );
    assert.ok(text.slice(found[0]!.start, found[0]!.end).length >= 7);
  });
}

test('what docs are full of is none', () => {
  const harmless = [
    'AKIAIOSFODNN7EXAMPLE',
    'sk-proj-your-key-goes-right-here-please',
    jwt({ sub: '1234567890', name: 'John Doe' }),
    'password = "your-password"',
    "password: 'changeme123'",
    'password = "$DB_PW1"',
    'password: "${env.DB1}"',
    'password: "{{ vault.db1 }}"',
    'password = "<16 letters>"',
    'password = "***"',
    'password: process.env.DB1_LOGIN',
    'PWD=/srv/app2/current',
    'The password is at least 8 characters long.',
    'Set the password: 8 letters or more.',
    'password: string; // at least 8',
    'const password = readLine(8);',
    'password = "correct horse"',
    'const token = process.env.GITHUB_TOKEN_OF_THE_DEPLOYMENT;',
    'secret: ${{ secrets.DEPLOY_KEY_2024 }}',
    'sha512-uZ3kQ9vX7bT1mW5rY8cN2pL6uZ3kQ9vX7bT1mW5rY8cN2pL6==',
    'https://example.com/d/uZ3kQ9vX7bT1mW5rY8cN2pL6uZ3kQ9vX7bT1mW5rY8cN2pL6',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '123e4567-e89b-12d3-a456-426614174000',
    'useServerSideRenderingWithStreamingAndCache2024Enabled',
    `-----BEGIN CERTIFICATE-----\n${random}${random}\n-----END CERTIFICATE-----`,
    'docs/getting-started/Installation/V2/advanced_configuration_options.html',
  ];
  for (const text of harmless) assert.deepEqual(secretsByShape(text), [], text);
});
