// The rules of the code base, as ARCHITECTURE.md explains them. A rule that fails names the file that breaks it.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { commands } from '../src/cli/commands.ts';
import { runTexts } from '../scripts/how-to-run.ts';
import { settingsDocs } from '../scripts/settings-docs.ts';
import { statusOfCode } from '../src/errors.ts';
import { routes } from '../src/http/routes.ts';
import { openRoutes } from './helpers/open-routes.ts';
import { importKnots } from './helpers/import-knots.ts';
import { readText, root, type SourceFile, sourceFiles } from './helpers/source-files.ts';

/** Who may import whom, besides itself, `lib` and `errors.ts`. */
const mayImport: Record<string, string[]> = {
  main: ['cli'],
  cli: [
    'app',
    'config',
    'accounts',
    'agent',
    'assistant',
    'claims',
    'content',
    'http',
    'mcp',
    'models',
    'deployments',
    'proof',
    'retrieval',
    'store',
  ],
  app: [
    'config',
    'accounts',
    'agent',
    'assistant',
    'channels',
    'http',
    'analytics',
    'models',
    'notify',
    'deployments',
    'files',
    'proof',
    'retrieval',
    'store',
    'work',
    'telemetry',
  ],
  http: [
    'protocol',
    'assistant',
    'agent',
    'accounts',
    'analytics',
    'channels',
    'deployments',
    'mcp',
    'config',
    'models',
    'notify',
    'retrieval',
    'store',
    'telemetry',
  ],
  channels: [
    'accounts',
    'assistant',
    'config',
    'content',
    'deployments',
    'forges',
    'git',
    'notify',
    'protocol',
    'store',
    'work',
  ],
  mcp: ['protocol', 'assistant', 'retrieval'],
  protocol: ['assistant'],
  assistant: ['retrieval', 'models', 'accounts', 'store'],
  proof: ['assistant', 'models', 'deployments', 'content', 'retrieval', 'git', 'store'],
  agent: ['work', 'claims', 'retrieval', 'models', 'forges', 'git', 'content', 'accounts', 'store'],
  deployments: ['work', 'files', 'content', 'retrieval', 'accounts', 'store', 'forges', 'git'],
  accounts: ['work', 'store', 'config'],
  analytics: ['work', 'retrieval', 'store'],
  notify: ['work', 'analytics', 'accounts', 'store'],
  retrieval: ['content'],
  telemetry: ['store'],
  claims: ['content'],
  work: ['store'],
  store: [],
  content: ['git'],
  files: ['store'],
  models: [],
  forges: ['git'],
  git: ['config'],
  config: ['settings', 'files'],
  settings: [],
  errors: [],
  lib: [],
};

const files = sourceFiles('src');
const moduleOf = (path: string) =>
  path
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .split('/')[0]!;
const isTest = ({ path }: SourceFile) => path.endsWith('.test.ts');
const product = files.filter((file) => !isTest(file));

test('imports go only downward', () => {
  const wrong = product.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target.startsWith('src/'))
      // A module may hold the store without looking inside: its type alone is a handle.
      .filter(({ target, typeOnly }) => !(typeOnly && target === 'src/store/store.ts'))
      .filter(
        ({ target }) =>
          ![moduleOf(path), 'lib', 'errors', ...(mayImport[moduleOf(path)] ?? [])].includes(moduleOf(target)),
      )
      .map(({ target }) => `${path} → ${target}`),
  );
  assert.deepEqual(wrong, []);
  const used = new Set(
    product.flatMap(({ path, imports }) =>
      imports.map(({ target }) => `${moduleOf(path)} → ${moduleOf(target)}`),
    ),
  );
  const permitted = Object.entries(mayImport).flatMap(([from, targets]) =>
    targets.map((to) => `${from} → ${to}`),
  );
  assert.deepEqual(
    permitted.filter((pair) => !used.has(pair)),
    [],
    'permissions that nobody uses',
  );
});

/** The folders of `content`, lowest first: each imports only those before it. */
const contentFolders = [
  'site',
  'sources',
  'config',
  'navigation',
  'markdown',
  'includes',
  'mdx',
  'rst',
  'myst',
  'asciidoc',
  'links',
  'built',
  'openapi',
  'frameworks',
  'reading',
];
/** What opens, parses and checks whole sites stands above all of them but `reading`. */
const aboveFolders = /^src\/content\/(?:parse|open|read|examine|list)-|^src\/content\/link-closure/;
test('the folders of content import only downward', () => {
  const heightOf = (path: string) => {
    if (aboveFolders.test(path)) return contentFolders.indexOf('reading') - 0.5;
    return contentFolders.indexOf(/^src\/content\/([^/]+)\//.exec(path)?.[1] ?? '');
  };
  const wrong = product
    .filter(({ path }) => contentFolders.includes(/^src\/content\/([^/]+)\//.exec(path)?.[1] ?? ''))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('src/content/') && heightOf(target) > heightOf(path))
        .map(({ target }) => `${path} → ${target}`),
    );
  assert.deepEqual(wrong, []);
});

test('protocol knows only the question and the events of the assistant', () => {
  const wrong = product
    .filter(({ path }) => moduleOf(path) === 'protocol')
    .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })))
    .filter(
      ({ target }) => moduleOf(target) === 'assistant' && !/\/(question|answer-event)\.ts$/.test(target),
    );
  assert.deepEqual(wrong, []);
});

test('nothing imports in a circle, types included', () => {
  assert.deepEqual(importKnots(product), []);
});

test('pages take nothing but types from the server, and make no HTML of strings', () => {
  const pages = [...sourceFiles('web/dashboard/src'), ...sourceFiles('web/widget/src')];
  const imports = pages.flatMap(({ path, imports }) =>
    imports.filter(({ target, typeOnly }) => target.startsWith('src/') && !typeOnly).map(() => path),
  );
  assert.deepEqual(imports, []);
  const html = /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write/;
  assert.deepEqual(paths(pages.filter(({ text }) => html.test(text))), []);
});

test('SQL stands only in the store and in the index file', () => {
  const sqlText =
    /\b(SELECT\s[^'"`]*\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|CREATE\s+(VIRTUAL\s+)?TABLE)\b/;
  const sqlModule = /from '(kysely|pg|node:sqlite)'/;
  const wrong = product
    .filter(({ path }) => !['store', 'retrieval'].includes(moduleOf(path)))
    .filter(({ text }) => sqlText.test(text) || sqlModule.test(text));
  assert.deepEqual(paths(wrong), []);
});

test('http and the commands call the store by its functions, and nobody passes on what another file holds', () => {
  const queries = product.filter(
    ({ path, text }) => ['http', 'cli'].includes(moduleOf(path)) && /\.db\b/.test(text),
  );
  assert.deepEqual(paths(queries), []);
  const passedOn = product.filter(({ text }) => /^export (?:type )?(?:\*|\{[^}]*\}) from /m.test(text));
  assert.deepEqual(paths(passedOn), []);
});

test('every export is used by another file', () => {
  const pages = [...sourceFiles('web/dashboard/src'), ...sourceFiles('web/widget/src')];
  const all = [...files, ...pages, ...['test', 'bench', 'scripts'].flatMap(sourceFiles)];
  // The widget's loader imports it by the address that it is served from.
  const loadedWhole = new Set(['web/widget/src/panel.tsx']);
  const wordsOfImporters = new Map<string, Set<string>>();
  for (const { text, imports } of all) {
    const words = text.match(/\w+/g) ?? [];
    for (const { target, whole } of imports) {
      if (whole) loadedWhole.add(target);
      const known = wordsOfImporters.get(target) ?? new Set();
      wordsOfImporters.set(target, known);
      for (const word of words) known.add(word);
    }
  }
  const exported = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm;
  const unused = [...product, ...pages]
    .filter(({ path }) => !loadedWhole.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)]
        .filter(([, name]) => !wordsOfImporters.get(path)?.has(name!))
        .map(([, name]) => `${path}: ${name}`),
    );
  assert.deepEqual(unused, []);
});

test('only config.ts reads the environment', () => {
  const wrong = product.filter(
    ({ path, text }) => path !== 'src/config.ts' && /process\.env|loadEnvFile/.test(text),
  );
  assert.deepEqual(paths(wrong), []);
});

test('requests to other machines are sent by lib/outgoing.ts, which knows the proxies', () => {
  // Those to hosts that users name, which it takes its proxies from; the AWS SDK and nodemailer, which get an agent or a proxy.
  const known: Record<string, RegExp> = {
    'src/lib/outgoing.ts': /fetchOut/,
    'src/lib/public-fetch.ts': /dispatcherFor\(/,
    'src/files/s3-files.ts': /outgoingAgents\(/,
    'src/notify/mail.ts': /proxyFor\(/,
    'src/http/manage/identity-provider.ts': /\[customFetch\]: fetchOut/,
    'src/accounts/reader-token.ts': /\[customFetch\]: async/,
    'src/accounts/oauth/create-provider.ts': /fetcher\.get\(/,
    'src/git/git.ts': /proxyFor\(/,
  };
  const sends =
    /(?<![\w.])(?:globalThis\.)?fetch\((?!address\b)|\bimport\('undici'\)|https?\.(?:request|get)\(|\{[^}]*\brequest\b[^}]*\} from 'node:http'|from '(?:node:https|undici|@aws-sdk\/client-\w+|nodemailer|openid-client)'|import\('(?:nodemailer|openid-client)'\)|createRemoteJWKSet\(|create(?:OpenAI|Google|Anthropic)\(|\[`?protocol\./;
  // Their `fetch` is another function: of pages, of git's objects, of this server's own MCP handler.
  const own = new Set([
    'src/content/built/built-site.ts',
    'src/content/sources/site/fetch-page.ts',
    'src/content/sources/site/find-pages.ts',
    'src/agent/library.ts',
    'src/agent/tools/history.ts',
    'src/http/mcp-route.ts',
  ]);
  const senders = product.filter(
    ({ path, text }) => !own.has(path) && sends.test(text.replace(/^import type .*$/gm, '')),
  );
  const wrong = senders.filter(
    ({ path, text }) => !(known[path] ?? /fetchOut|fetchOnce|fetchByFrame/).test(text),
  );
  assert.deepEqual(paths(wrong), []);
});

test('only main.ts ends the process', () => {
  const wrong = product.filter(({ path, text }) => path !== 'src/main.ts' && /process\.exit\(/.test(text));
  assert.deepEqual(paths(wrong), []);
});

/** Tests that read a clock, and what for: never to tell how long something took, which says more of the machine. */
const clockReaders: Record<string, string> = {
  'src/accounts/admit.test.ts': 'a time that is over, to store',
  'src/agent/bad-luck.integration.test.ts': 'a time to come, in an answer of a forge',
  'src/content/config/read-module.test.ts': 'in a program that is not run',
  'src/content/known-hashes.test.ts': 'the start of a clock of its own',
  'src/deployments/last-reading.integration.test.ts': 'the start of a clock of its own',
  'src/deployments/live-indexes.test.ts': 'the start of a clock of its own',
  'src/deployments/rebuild-index.integration.test.ts': 'a time to store',
  'src/lib/bundle-use.test.ts': 'the start of a clock of its own, and the times of files',
  'src/retrieval/search-thread.test.ts': 'the start of a clock of its own',
  'test/clients/chat-v4.ts': 'when a message was written',
  'test/contract/store-credits.ts': 'times to store, an hour ahead or a minute ago',
  'test/contract/store-deployments.ts': 'a time to store, days ahead',
  'test/contract/store-people.ts': 'times to store',
  'test/e2e/credits-and-privacy.test.ts': 'a time to store, a month ago',
  'test/e2e/dashboard.test.ts': 'a time to store',
  'test/e2e/hostile-bodies.test.ts': 'ends what hangs',
  'test/e2e/hostile-senders.test.ts': 'ends what hangs',
  'test/e2e/organizations.test.ts': 'a day of last week',
  'test/e2e/previews.test.ts': 'a time that is over, to store',
  'test/e2e/readers.test.ts': 'when a token ends, in minutes',
  'test/e2e/webhooks.test.ts': 'what is kept for a day, to the hour',
  'test/helpers/channel-scenes.ts': 'when a request was signed',
  'test/helpers/cpu-time-of-tree.ts': 'what a run of the tests says of itself',
  'test/helpers/eventually.ts': 'ends what hangs',
};

test('no test reads a clock, but for those that are named here with what for', () => {
  const clock =
    /\b(?:performance|Date)\.now\b|\bnew Date\(\)|\.(?:cpuUsage|threadCpuUsage|resourceUsage|hrtime)\b|AbortSignal\.timeout|\bcpuTime\b/;
  const tests = [
    'src',
    'web',
    'scripts',
    'test/clients',
    'test/contract',
    'test/dashboard',
    'test/e2e',
    'test/helpers',
    'test/widget',
  ]
    .flatMap(sourceFiles)
    .filter((file) => isTest(file) || file.path.startsWith('test/'));
  const readers = paths(tests.filter(({ text }) => clock.test(text)));
  assert.deepEqual(readers.toSorted(), Object.keys(clockReaders).toSorted());
});

test('files are short, in kebab-case, and named for what they hold', () => {
  const vague = /\b(utils?|manager|service|core|helpers?|misc|common)\b/;
  for (const { path, text } of product) {
    assert.match(path, /^src\/([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/, path);
    assert.doesNotMatch(path, vague);
    assert.ok(text.split('\n').length <= 400, `${path} is longer than 400 lines`);
  }
});

test('every route is documented', () => {
  const reference = readText('docs/reference/http-api.md') + readText('docs/reference/management-api.md');
  for (const path of [...routes.map(({ path }) => path), ...openRoutes])
    assert.ok(reference.includes(path), path);
});

test('every error code is documented with its status', () => {
  const reference = readText('docs/reference/errors.md');
  for (const [code, status] of Object.entries(statusOfCode)) {
    assert.match(reference, new RegExp(`\\| ${status} \\| \`${code}\` \\|`), code);
  }
});

test('what is said of the settings is what src/settings.ts says', () => {
  for (const [path, text] of Object.entries({ ...settingsDocs(), ...runTexts() }))
    assert.equal(readText(path), text, `${path} is out of date: run \`npm run docs\``);
});

test('every command is documented', () => {
  const reference = readText('docs/reference/cli.md');
  for (const [name, entry] of Object.entries(commands)) {
    const names =
      typeof entry === 'function' ? [name] : Object.keys(entry).map((second) => `${name} ${second}`);
    for (const command of names) assert.ok(reference.includes(`docent ${command}`), command);
  }
});

test('every decision has a date and what it decides', () => {
  for (const path of globSync('docs/decisions/*.md', { cwd: root })) {
    if (path.endsWith('index.md')) continue;
    assert.match(path, /\/\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/);
    assert.match(readText(path), /^# .+\n/m, path);
  }
});

function paths(found: SourceFile[]): string[] {
  return found.map(({ path }) => path);
}
