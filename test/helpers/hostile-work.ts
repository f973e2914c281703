// Prints how many steps hostile texts take, and how many they may: a JSON object of `name: [steps, most]`.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stepsOf } from './count-steps.ts';
import { makePage } from './make-page.ts';
import { treeOf } from './tree-of.ts';
import { plainText, questionOf, worstTexts } from './worst-texts.ts';

// What follows is counted, as it is imported after that.
const { searchDocs } = await import('../../src/assistant/search-docs.ts');
const { sectionMarkdown } = await import('../../src/assistant/section-markdown.ts');
const { findSphinxIncludes } = await import('../../src/content/frameworks/sphinx/includes.ts');
const { closeLinks } = await import('../../src/content/link-closure.ts');
const { findHugoTags } = await import('../../src/content/frameworks/hugo/tags.ts');
const { parseMarkdown } = await import('../../src/content/markdown/parse-markdown.ts');
const { listDocs, parseDocs } = await import('../../src/content/read-docs.ts');
const { parseJson } = await import('../../src/lib/parse-json.ts');
const { maskPrivate } = await import('../../src/lib/mask-private.ts');
const { docsHandler } = await import('../../src/mcp/docs-server.ts');
const { parseChatCompletion } = await import('../../src/protocol/chat-completions/request.ts');
const { parseV1Request } = await import('../../src/protocol/v1/request.ts');
const { parseV2Request } = await import('../../src/protocol/v2/request.ts');
const { buildIndex } = await import('../../src/retrieval/build-index.ts');
const { openIndex } = await import('../../src/retrieval/open-index.ts');

type Work = (text: string) => unknown;

/** Of what was done, how many steps it took, and how many it may. */
const counted: Record<string, [steps: number, most: number]> = {};

/** For text of eight times the length: linear work takes eight times the steps, quadratic work sixty-four times. */
const maxGrowth = 12;

/** Counts work for texts that repeat something: it grows no faster than they do. */
async function grows(name: string, work: Work, repeated: string, length = 4_000): Promise<void> {
  const steps = (size: number) => stepsOf(() => work(repeated.repeat(size / repeated.length)));
  const few = await steps(length);
  counted[name] = [await steps(8 * length), maxGrowth * few];
}

/** Also one of words that are all different. */
const textsOf = (size: number) => {
  const words = Array.from({ length: size / 8 }, (_, nth) => `w${nth.toString(36).padStart(6, 'x')} `);
  return { ...worstTexts(size), 'different words': words.join('') };
};

/** Of the steps for plain text of the same length. */
const maxFactor = 20;

/** Counts work for each of the worst texts: what these take is no more than plain text explains, and neither is its growth. */
async function isPlain(door: string, work: Work, length: number): Promise<void> {
  // Some is remembered from the first time.
  await work(plainText(length));
  const plain = await stepsOf(() => work(plainText(length)));
  const shorter: Record<string, string> = textsOf(length / 8);
  for (const [name, text] of Object.entries(textsOf(length))) {
    const few = await stepsOf(() => work(shorter[name]!));
    counted[`${door}, ${name}`] = [
      await stepsOf(() => work(text)),
      Math.min(maxFactor * plain, maxGrowth * few + plain),
    ];
  }
}

const { id, fp } = questionOf('');
const doors: Record<string, Work> = {
  v2: (text) => parseV2Request(questionOf(text)),
  v1: (text) =>
    parseV1Request({
      id,
      fp,
      messages: [{ id: '1', role: 'user', content: text, parts: [{ type: 'text', text }] }],
    }),
  'chat completions': (text) =>
    parseChatCompletion({ model: 'docs', messages: [{ role: 'user', content: text }] }),
  masking: maskPrivate,
  'a body': (text) => parseJson(Buffer.from(JSON.stringify(text))),
};
for (const [door, work] of Object.entries(doors)) await isPlain(door, work, 64_000);
const mixed = (length: number) => ['a.', '@', '1 ', 'eyJ'].map((each) => each.repeat(length / 4)).join('');
await grows('masking of a mixture', ({ length }) => maskPrivate(mixed(length)), 'a', 16_000);

const refused = (body: string) => {
  try {
    parseJson(Buffer.from(body));
  } catch {}
};
for (const repeated of ['1,', '{"a":1},', '"a":1,', '"",', '\\"', '[', '"\\\\'])
  await grows(`bodies of ${repeated}`, (text) => refused(`[${text}1]`), repeated, 80_000);

const folder = await mkdtemp(join(tmpdir(), 'docent-hostile-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
await buildIndex(join(folder, 'docs.index'), [
  makePage('install', '# Install\n\nHow do I install it?\n\n## Linux\n\nUse `apt install harbour`.'),
  makePage(
    'proxy',
    '# Proxy\n\nThe key is a proxy of 1111 hosts.\n\n## What then?\n\nWrite to a@example.com.',
  ),
]);
const index = openIndex(join(folder, 'docs.index'));
const search = (query: { text: string; limit: number; lexicalOnly?: boolean }) =>
  searchDocs({} as never, 'project', index, query, { record: false });
await isPlain('search', (text) => search({ text, limit: 10 }), 96_000);
await isPlain('search while typing', (text) => search({ text, limit: 10, lexicalOnly: true }), 96_000);
await isPlain('a page', (path) => index.page(path), 2_000);
const docs = { name: 'Harbour', index, search: index.search, addressOf: (url: string) => url, groups: [] };
const mcp = docsHandler(docs as never, { forChatGpt: false, onError: console.error });
async function call(name: string, args: object): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await mcp.fetch(
    new Request('http://docent', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}
await isPlain('search by MCP', (query) => call('search', { query: query.slice(0, 10_000) }), 9_600);
await isPlain('a page by MCP', (page) => call('read', { page: page.slice(0, 2_000) }), 1_600);
index.close();

const containers: Work = (text) => parseMarkdown(`:::note\n\n${text}`, 'markdown', { directives: true });
for (const line of [':::\n', 'a\n:::\n', '> :::\n', 'a :::x[y] ', ':x{a="', 'a: b ', '::: ', '12:30 '])
  await grows(`containers of ${line}`, containers, line);
await grows('colons in a table', (text) => containers(`|a|b|\n|-|-|\n${text}`), '|:x: |12:30|\n');

const includes: Work = (text) => findSphinxIncludes(text, 'a.md', '');
for (const marks of ['```{include} a\n', ':::{include} a\n'])
  await grows(`includes of ${marks}`, includes, marks);
for (const marks of ['{{% a "', '{{< a ']) await grows(`tags of ${marks}`, findHugoTags, marks);

const section = { anchor: 'setup', heading: 'Setup', text: 'words of the last one' };
const sectionOf: Work = (text) => sectionMarkdown({ markdown: `# T\n\n${text}`, title: 'T' }, section);
await grows('equal headings', sectionOf, '## Setup\n\nx\n\n', 60_000);
const headings = (heading: string) => stepsOf(() => sectionOf(`## ${heading}\n\nx\n\n`.repeat(10_000)));
counted['equal headings, among others'] = [await headings('Setup'), 10 * (await headings('Others'))];

/** Steps for that many links into redirected places, redirects and generated pages. */
async function closing(count: number): Promise<number> {
  const names = Array.from({ length: count }, (_, at) => at);
  const docs = await listDocs(
    treeOf({
      'docusaurus.config.js': 'module.exports = {}',
      'docs/index.md': `# X\n\n${names.map((at) => `[a](/gone${at}/x)`).join('\n')}`,
      'static/_redirects': names.map((at) => `/a${at}/* /b/:splat`).join('\n'),
      ...Object.fromEntries(names.map((at) => [`src/pages/q${at}.js`, ''])),
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  return stepsOf(() => {
    const { broken } = closeLinks(docs, parsed);
    if (broken.length !== count) throw new Error(`${broken.length} of ${count} links are broken`);
  });
}
const few = await closing(100);
counted['redirects'] = [await closing(800), maxGrowth * few];

console.log(JSON.stringify(counted));
