import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Expression, parseExpressionAt } from 'acorn';
import { readLiteral } from './read-literal.ts';

function read(source: string): unknown {
  const known: Record<string, unknown> = { base: '/docs' };
  const value = readLiteral(
    parseExpressionAt(source, 0, { ecmaVersion: 'latest' }) as Expression,
    (name) => known[name],
  );
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

test('Literals, arrays, objects, templates and known names are read as data', () => {
  assert.deepEqual(
    read(`{a: 'x', 'b-c': [1, -2, true, null], [\`k\`]: \`\${base}/y\`, d: base + '/z', ...{e: 1}}`),
    {
      a: 'x',
      'b-c': [1, -2, true, null],
      k: '/docs/y',
      d: '/docs/z',
      e: 1,
    },
  );
});

test('What would have to be run is left out, and only that', () => {
  assert.deepEqual(read(`{a: 1, b: f(), c: process.env.X, d: () => 1, e: [g(), 2], f: unknown, g: /r/}`), {
    a: 1,
    e: [null, 2],
  });
});

test('A key named __proto__ changes no prototype', () => {
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  const value = readLiteral(
    parseExpressionAt('{["__proto__"]: {polluted: true}}', 0, { ecmaVersion: 'latest' }) as Expression,
  );
  assert.equal((value as { polluted?: boolean }).polluted, undefined);
});
