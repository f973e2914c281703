import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readModule } from './read-module.ts';

/** Objects read from syntax have no prototype; as JSON they compare by what they hold. */
function read(texts: Record<string, string>, file = Object.keys(texts)[0] ?? ''): unknown {
  return JSON.parse(JSON.stringify(readModule({ file, texts })));
}

test('The default export is found however it is written', () => {
  for (const script of [
    'export default { a: 1 }',
    'const config: Config = { a: 1 }; export default config',
    'const config = { a: 1 } satisfies Config; export { config as default }',
    'module.exports = { a: 1 }',
    'exports.default = { a: 1 }',
    'export default () => ({ a: 1 })',
    'export default async function config() { const a = 1; return { a } }',
    'async function make() { const a = await load(); return { a: 1 } } export default make()',
    'const make = () => ({ a: 1 }); export default make()',
    'export default (async () => ({ a: 1 }))()',
    'export default defineConfig({ a: 1 })',
    'export default defineConfig(async () => { return { a: 1 } })',
  ]) {
    assert.deepEqual(read({ 'config.ts': script }), { default: { a: 1 } }, script);
  }
});

test('Imports from the same tree are followed, also in circles; packages are not', () => {
  const texts = {
    'site/config.ts': `import { nav } from './nav.js'; import pkg from '../package.json'; import x from 'package';
      const parts = require('./parts'); export default { nav, version: pkg.version, x, parts }`,
    'site/nav.ts': `import config from './config.ts'; export const nav = [{ text: 'A', config }]`,
    'site/parts/index.js': 'module.exports = { a: 1 }',
    'package.json': '{"version": "1.2.3"}',
  };
  assert.deepEqual(read(texts, 'site/config.ts'), {
    default: { nav: [{ text: 'A' }], version: '1.2.3', parts: { a: 1 } },
  });
});

test('Functions of the configuration and its imports are known with their arguments', () => {
  const texts = {
    'config.ts': `import { docs, names } from './docs'; function first(list) { try { return list[0] } catch { return null } }
      const on = (key, value = key) => [key, { value }];
      export default { first: first(['a']), plugins: [on('x'), on('y', 1), process.env.CI && 'z', docs({ path: 'p', id: 'q' })].filter(Boolean),
        of: Object.fromEntries(Object.entries(names).map(([k, v]) => [k, { label: v }])), all: Object.assign({}, names, { c: 1 }),
        edit: ({ path }) => 'https://x/' + path, lazy: () => ({ a: 1 }) }`,
    'docs.ts': `export const docs = ({ path, ...rest }) => ['docs', { path, ...rest }]; export const names = { a: 'A' };`,
  };
  assert.deepEqual(read(texts), {
    default: {
      first: 'a',
      plugins: [
        ['x', { value: 'x' }],
        ['y', { value: 1 }],
        ['docs', { path: 'p', id: 'q' }],
      ],
      of: { a: { label: 'A' } },
      all: { a: 'A', c: 1 },
      lazy: { a: 1 },
    },
  });
});

test('Names that are taken of an object are known, and of a call, as the call', () => {
  const texts = {
    'config.ts': `const { a, b: { c }, d = 1 } = require('./parts'); export const { docs, meta } = make({ dir: 'x' });
      export default { a, c, d }`,
    'parts.js': `module.exports = { a: 'A', b: { c: 'C' } }`,
  };
  const made = { call: 'make', arguments: [{ dir: 'x' }] };
  assert.deepEqual(read(texts), { docs: made, meta: made, default: { a: 'A', c: 'C' } });
});

test('A function whose result is unknown leaves its arguments, and one that never ends does no harm', () => {
  const script = `const wrap = (config) => merge(load('x'), config); function loop(n) { return loop(n) }
    const own = (config) => { run(config) };
    export default own({ a: 1 }); export const b = wrap({ c: 2 }); export const d = loop(1); export const e = () => e`;
  assert.deepEqual(read({ 'config.ts': script }), {
    default: { call: 'own', arguments: [{ a: 1 }] },
    b: { call: 'merge', arguments: [{ call: 'load', arguments: ['x'] }, { c: 2 }] },
    d: { call: 'loop', arguments: [1] },
  });
});

test('A call stays as data with its arguments, and what the called name is known as', () => {
  const script = `const withDocs = docs({ base: '/docs' }); export default withDocs({ a: 1 })`;
  assert.deepEqual(read({ 'config.mjs': script }), {
    default: {
      call: 'withDocs',
      arguments: [{ a: 1 }],
      of: { call: 'docs', arguments: [{ base: '/docs' }] },
    },
  });
});

test('Nothing of a configuration is run', () => {
  const script = `
    globalThis.wasRun = true; process.env.LEAK = 'yes';
    const files = require('node:fs').readdirSync('/');
    export default { files, cwd: process.cwd(), now: Date.now(), get a() { globalThis.wasRun = true; return 1 } }`;
  const exports = read({ 'config.ts': script });
  assert.equal((globalThis as { wasRun?: boolean }).wasRun, undefined);
  assert.doesNotMatch(JSON.stringify(exports), /"\/|bin|etc/);
});

test('JSON may have comments and trailing commas', () => {
  assert.deepEqual(read({ 'docs.json': '{"a": 1, // one\n "b": [true,],}' }), {
    default: { a: 1, b: [true] },
  });
});

test('YAML with tags of its own is read, and one that is a bomb is not', () => {
  assert.deepEqual(read({ 'mkdocs.yml': 'a: !ENV [X, y]\nb: !!python/name:os.system ""\nc: false' }), {
    default: { a: ['X', 'y'], b: '', c: false },
  });
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
  );
  assert.deepEqual(read({ 'bomb.yml': `l0: &l0 [lol]\n${levels.join('\n')}` }), {});
});

test('References that make a little into far too much are refused', () => {
  const levels = Array.from({ length: 30 }, (_, level) => `const l${level + 1} = [l${level}, l${level}]`);
  assert.deepEqual(read({ 'config.ts': `const l0 = 1; ${levels.join('; ')}; export default l30` }), {});
});

test('JSON of references, and lists, that double one another are not made', () => {
  const lists = Array.from({ length: 40 }, (_, level) => `const l${level + 1} = [l${level}, l${level}]`);
  const script = `const l0 = 1; ${lists.join(';')}; const double = (list) => list.concat(list);
    export const a = JSON.stringify(l40); export const b = ${'double('.repeat(40)}[1]${')'.repeat(40)};
    export const c = JSON.stringify({ a: [1] }, null, 1)`;
  assert.equal((read({ 'config.ts': script }) as { c: string }).c, '{\n "a": [\n  1\n ]\n}');
});

test('What does not parse, or is too deep to, is empty', () => {
  for (const script of ['export default {', `export default ${'['.repeat(50_000)}`, '}{']) {
    assert.deepEqual(read({ 'config.js': script }), {});
  }
});

test('Texts that double one another are not read', () => {
  const doubled = Array.from({ length: 20 }, (_, at) => `const t${at + 1} = \`\${t${at}}\${t${at}}\`;`);
  const script = (last: number) =>
    `const t0 = 'a long word or two';${doubled.join('')}export default { a: t${last} }`;
  assert.equal((read({ 'config.ts': script(3) }) as { default: { a: string } }).default.a.length, 144);
  assert.deepEqual(read({ 'config.ts': script(20) + `; export const b = [${'t20,'.repeat(4)}]` }), {});
});
