import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskPrivate } from './mask-private.ts';

for (const [what, text, expected] of [
  ['a mail address', 'Write to ann.lee+x@mail.example.co.uk, please', 'Write to [email], please'],
  ['a key', 'OPENAI_API_KEY=sk-proj-abcdefghijklmnop1234 fails', 'OPENAI_API_KEY=[key] fails'],
  ['a key of ours', 'svc_dsc_0123456789abcdefghij', '[key]'],
  ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijklmno', 'Bearer [key]'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', '[key]'],
  ['a card number in groups', 'card 4111 1111 1111 1111.', 'card [card].'],
  ['a card number', '5500005555555559', '[card]'],
]) {
  test(`${what} is masked`, () => assert.equal(maskPrivate(text!), expected));
}

test('what only looks like one stays', () => {
  const text = 'Call a@b, use 1234567890123456 rows, port 8080, v1.2.3, 2026-11-21T00:00:00, task sk-ip';
  assert.equal(maskPrivate(text), text);
});
