import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageUrl } from './page-url.ts';

test('a link leads where the server says that it is, or where its reader has reached it', () => {
  const at = (headers: Record<string, string>, publicUrl?: string) =>
    pageUrl({ config: { port: 3000, publicUrl } }, { headers }, '/invite#x');
  const dashboard = { host: 'ask.example.com', origin: 'https://ask.example.com' };
  assert.equal(at(dashboard), 'https://ask.example.com/invite#x');
  assert.equal(at({ host: '10.0.0.5:3000' }), 'http://10.0.0.5:3000/invite#x');
  assert.equal(
    at({ host: '10.0.0.5:3000', origin: 'https://evil.example' }),
    'http://10.0.0.5:3000/invite#x',
  );
  assert.equal(at({ host: 'evil.example' }, 'https://ask.example.com'), 'https://ask.example.com/invite#x');
  assert.equal(at({}), 'http://localhost:3000/invite#x');
});
