import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression } from '@babel/parser';
import { readLiteral } from './read-literal.ts';
import type { Scope, Syntax } from './module-scope.ts';

function read(source: string): unknown {
  const names: Record<string, unknown> = { base: '/docs', config: { port: 1 } };
  const syntax = parseExpression(source, { plugins: ['estree', 'typescript'] }) as Syntax;
  const scope: Scope = { name: (name) => names[name], call: (callee, values) => [callee, ...values] };
  const value = readLiteral(syntax, scope);
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
  assert.deepEqual(
    read(`{a: 1, c: x.env.X, e: [g, 2], f: unknown, g: /r/, h: a ? 1 : 2, i: 1n, j: class {}}`),
    {
      a: 1,
      e: [null, 2],
    },
  );
});

test('The environment is that of a site as it is published, with nothing else set', () => {
  assert.deepEqual(
    read(
      `{a: process.env.NODE_ENV === 'development' ? '/' : '/docs/', b: process.env.BASE ?? '/x', c: process.env['X'] || 'y', d: process.env.CI ? 1 : 2}`,
    ),
    { a: '/docs/', b: '/x', c: 'y', d: 2 },
  );
});

test('A key named __proto__ changes no prototype', () => {
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  const value = read('{["__proto__"]: {polluted: true}}');
  assert.equal((value as { polluted?: boolean }).polluted, undefined);
});

test('Choices are read as far as they are known', () => {
  assert.deepEqual(
    read(`[unknown || 'x', unknown ?? 'y', base && 'z', !base, unknown ? 1 : 1, config.port]`),
    ['x', 'y', 'z', false, 1, 1],
  );
});

test('TypeScript around a value does not change it', () => {
  assert.deepEqual(read(`({a: 'x' as const, b: base!} satisfies T)`), { a: 'x', b: '/docs' });
});

test('A function counts as what it returns, and a call as what the scope makes of it', () => {
  assert.deepEqual(read(`async () => { const a = 1; const b = c; const c = b; return {a, b} }`), { a: 1 });
  assert.deepEqual(read(`path.join(base, 'x')`), ['path.join', '/docs', 'x']);
});
