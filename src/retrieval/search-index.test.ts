import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import type { Page } from '../content/page.ts';
import { buildIndex } from './build-index.ts';
import { isTitle } from './is-title.ts';
import { judgeQuestion } from './judge-question.ts';
import { openIndex, type SearchIndex } from './open-index.ts';
import { makeSnippet } from './make-snippet.ts';
import { addFolderScores } from './page-folders.ts';
import type { SearchQuery } from './search.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-search-'));
const opened: SearchIndex[] = [];
let count = 0;
after(() => {
  for (const index of opened) index.close();
  rmSync(folder, { recursive: true });
});

async function indexOf(...pages: Page[]): Promise<SearchIndex> {
  const file = join(folder, `${++count}.index`);
  await buildIndex(file, pages);
  const index = openIndex(file);
  opened.push(index);
  return index;
}

async function paths(index: SearchIndex, text: string, rest: Partial<SearchQuery> = {}): Promise<string[]> {
  return (await index.search({ text, limit: 10, ...rest })).hits.map(({ path }) => path);
}

const site = await indexOf(
  makePage('guide/install', '# Install\nHow to install the tool.\n## Windows\nUse the `setupWizard` there.'),
  makePage('guide/deploy', '# Deploy\nPush it to a cluster. Then install the certificate.'),
  makePage(
    'reference/cli',
    '# Command line\nThe command `install` has options.\n## Exit codes\nZero is good.',
  ),
);

test('a match in the title counts more than one in the text', async () => {
  assert.equal((await paths(site, 'install'))[0], 'guide/install');
});

test('any form of a word and any part of an identifier finds it', async () => {
  for (const text of ['pushing clusters', 'CLUSTER', 'Push-It'])
    assert.equal((await paths(site, text))[0], 'guide/deploy', text);
  for (const text of ['setup wizard', 'setupwizard', 'setup_wizard']) {
    assert.equal((await paths(site, text))[0], 'guide/install', text);
  }
});

test('a hit shows the page and its best sections, best first, with anchor, headings and snippet', async () => {
  const { hits } = await site.search({ text: 'setup wizard for windows', limit: 1 });
  assert.equal(hits.length, 1);
  const { sections, terms: _terms, ...page } = hits[0]!;
  assert.deepEqual(
    { ...page, score: 0 },
    {
      path: 'guide/install',
      url: '/guide/install',
      title: 'Install',
      description: null,
      version: null,
      language: null,
      origin: undefined,
      score: 0,
    },
  );
  assert.equal(makeSnippet(hits[0]!), 'Use the `setupWizard` there.');
  const [best] = sections;
  assert.deepEqual(
    [best.anchor, best.heading, best.headingPath],
    ['windows', 'Windows', ['Install', 'Windows']],
  );
});

test('a heading that says just what was asked is first, though its words are in every heading', async () => {
  const index = await indexOf(
    makePage('using', '# Using Redux\nUse Redux so.\n\n## How to use Redux\nUse Redux, use it.'),
    makePage(
      'faq',
      '# FAQ\n\n## When should I use Redux?\nNot always, and it depends on the app that you have.',
    ),
    makePage('data', '# Use Redux data\nTo use Redux data is to use Redux.'),
  );
  const [first] = (await index.search({ text: 'when should i use redux', limit: 3 })).hits;
  assert.deepEqual([first?.path, first?.sections[0].heading], ['faq', 'When should I use Redux?']);
});

test('a page shows at most three sections', async () => {
  const parts = Array.from({ length: 6 }, (_, i) => `## Part ${i}\nThe gizmo is here.`).join('\n');
  const index = await indexOf(makePage('gizmo', `# Gizmo\nAbout it.\n${parts}`));
  assert.equal((await index.search({ text: 'gizmo', limit: 5 })).hits[0]?.sections.length, 3);
});

test('no more pages come than were asked for', async () => {
  assert.equal((await paths(site, 'install', { limit: 2 })).length, 2);
});

test('stop words do not count, unless a question has nothing else', async () => {
  const index = await indexOf(
    makePage('a', '# Alpha\nWhere are you and what is it?'),
    makePage('b', '# Beta\nThe zebra.'),
  );
  assert.deepEqual(await paths(index, 'what is a zebra'), ['b']);
  assert.deepEqual(await paths(index, 'what is it?'), ['a']);
});

const versions = await indexOf(
  makePage('v1/api', '# API of one\nThe widget of old, once more.', { version: 'v1' }),
  makePage('v2/api', '# API of two\nThe widget anew, quite another thing.', { version: 'v2' }),
  makePage('about', '# About\nA widget is a thing.'),
);

test('a version lets its own pages through and those without a version', async () => {
  assert.deepEqual((await paths(versions, 'widget', { filter: { version: 'v2' } })).sort(), [
    'about',
    'v2/api',
  ]);
  assert.equal((await paths(versions, 'widget')).length, 3);
  assert.deepEqual(await paths(versions, 'widget', { filter: { version: 'v9' } }), ['about']);
});

test('a tag lets only pages with the tag through', async () => {
  const index = await indexOf(
    makePage('a', '# Widget one', { tags: ['beta', 'x'] }),
    makePage('b', '# Widget two'),
  );
  assert.deepEqual(await paths(index, 'widget', { filter: { tag: 'beta' } }), ['a']);
});

const grouped = await indexOf(
  makePage('public', '# Public widget'),
  makePage('staff', '# Staff widget\nSecret things of the trade.', { groups: ['staff', 'admin'] }),
);

test('a page with groups is found and read only by members of one of them', async () => {
  assert.deepEqual(await paths(grouped, 'widget'), ['public']);
  assert.deepEqual(await paths(grouped, 'widget', { filter: { groups: ['other'] } }), ['public']);
  assert.equal((await paths(grouped, 'widget', { filter: { groups: ['admin'] } })).length, 2);
  assert.equal(grouped.page('staff'), undefined);
  assert.deepEqual(grouped.sections('staff', ['other']), []);
  assert.equal(grouped.page('staff', ['staff'])?.title, 'Staff widget');
});

test('the same page under another version or path is shown once', async () => {
  const text = Array.from({ length: 80 }, (_, i) => `Sentence ${i} speaks of the widget and part${i}.`).join(
    ' ',
  );
  const index = await indexOf(
    makePage('v1/widget', `# Widget\n${text}`, { version: 'v1' }),
    makePage('v2/widget', `# Widget\n${text} One thing is new.`, { version: 'v2' }),
    makePage('other', `# Gadget\nA widget is not a gadget.`),
  );
  assert.equal((await paths(index, 'widget')).length, 2);
  assert.deepEqual((await paths(index, 'widget', { filter: { version: 'v1' } })).includes('v1/widget'), true);
});

test('of pages that are as good the one near the page being viewed comes first, and a better one stays better', async () => {
  assert.equal((await paths(versions, 'widget api', { currentPath: '/v2/other' }))[0], 'v2/api');
  assert.equal((await paths(versions, 'widget api', { currentPath: 'v1/other' }))[0], 'v1/api');
  assert.equal((await paths(site, 'install windows', { currentPath: 'reference/cli' }))[0], 'guide/install');
});

test('scores are from 0 to 1, best first, and those below the threshold are left out', async () => {
  const { hits } = await site.search({ text: 'install the tool', limit: 10 });
  const scores = hits.flatMap(({ score, sections }) => [score, ...sections.map((section) => section.score)]);
  assert.ok(scores.every((score) => score >= 0 && score <= 1));
  assert.ok(hits.length > 1);
  assert.deepEqual(
    hits.map(({ score }) => score),
    hits.map(({ score }) => score).sort((a, b) => b - a),
  );
  const second = hits[1]!.score;
  const above = await site.search({ text: 'install the tool', limit: 10, scoreThreshold: second + 1e-9 });
  assert.equal(above.hits.length, 1);
});

test('a question about something else is held not to be answered', async () => {
  assert.equal((await site.search({ text: 'how to install the tool', limit: 5 })).answerable, true);
  const { answerable, answerability } = await site.search({
    text: 'which mortgage rates does the bank have for good clients',
    limit: 5,
  });
  assert.equal(answerable, false);
  assert.ok(answerability >= 0 && answerability < 0.5);
});

test('a question is answered, only nearly, or not; a name that no page has says most', async () => {
  const outcome = async (index: SearchIndex, text: string) =>
    (await index.search({ text, limit: 5 })).outcome;
  const many = await indexOf(
    ...['coffee', 'tea', 'milk', 'water'].flatMap((drink) =>
      ['cups', 'kettles', 'spoons'].map((thing) =>
        makePage(
          `${drink}/${thing}`,
          `# The ${thing} for ${drink}\nWash the ${thing} after the ${drink} with ${drink}Soap.`,
        ),
      ),
    ),
    makePage('ja', '# プロキシの設定\nプロキシのアドレスは設定ファイルに書きます。', { language: 'ja' }),
    makePage('zh', '# 安装指南\n使用包管理器安装港口服务。', { language: 'zh' }),
    makePage('de', '# Passwort ändern\nDas Passwort wird in den Einstellungen geändert.', { language: 'de' }),
  );
  for (const text of [
    'How do I wash the cups for tea?',
    'プロキシを設定する方法',
    '如何安装港口服务？',
    'Wie kann ich das Passwort ändern?',
  ])
    assert.equal(await outcome(many, text), 'answered', text);
  for (const text of [
    'Which mortgage rates does the bank have?',
    '住宅ローンの金利は？',
    '今天的天气怎么样？',
    'Wie hoch sind die Hypothekenzinsen?',
  ])
    assert.ok(['closest', 'not_in_docs'].includes(await outcome(many, text)), text);
  const sure = async (text: string) => (await many.search({ text, limit: 5 })).answerability;
  assert.ok((await sure('wash cups with teaSoap')) > (await sure('wash cups with $unionWith')) + 0.2);
});

test('a product that the docs mention, and that no title or heading has, is hardly what they are about', async () => {
  const pages = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((name) =>
    makePage(name, `# Page ${name}\nThe ${name} of all.\n## More of ${name}\nAnd ${name} again.`),
  );
  const sure = async (heading: string, text: string) => {
    const page = makePage('backup', `# Backup\nKeep copies. Some use Borg and restic.\n## ${heading}\nFine.`);
    return (await (await indexOf(...pages, page)).search({ text, limit: 5 })).answerability;
  };
  for (const [name, lost] of [
    ['Borg', 0.08],
    ['restic', 0.04],
  ] as const) {
    const asked = `How do I keep copies with ${name}?`;
    assert.ok((await sure(`Use ${name}`, asked)) > (await sure('Use it', asked)) + lost, name);
  }
});

test('a page whose title was asked for is never refused', () => {
  const features = {
    bestLexical: 0,
    rarestMissing: 1,
    missingName: 1,
    unknown: 1,
    words: 2,
    mentionedName: 0,
    mentionedWord: 0,
    bestSimilarity: 0,
    isForeign: false,
  };
  assert.equal(judgeQuestion({ ...features, isTitle: false }).outcome, 'not_in_docs');
  assert.equal(judgeQuestion({ ...features, isTitle: true }).outcome, 'answered');
  const page = { title: 'Configuring proxies', language: null };
  assert.ok(isTitle('How do I configure a proxy?', [page]));
  assert.ok(!isTitle('Configure a proxy password', [page]));
});

const hostile: [name: string, text: string][] = [
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['only punctuation', '?!… "" () * : ^ - +'],
  ['an emoji', '🎉👩‍👩‍👧'],
  ['FTS5 operators', 'install AND NOT NEAR("tool" *) OR {title}: ^cluster -push'],
  ['SQL', `'; DROP TABLE pages; -- install`],
  ['quotes', '"install" \'tool\' `cluster`"'],
  ['NUL and lone surrogates', 'in\u0000stall \ud800 \udfff'],
  ['a URL', 'https://example.com/guide/install?x=1&y=%20#windows'],
  ['10,000 words', Array.from({ length: 10_000 }, (_, i) => `install${i} cluster`).join(' ')],
  ['a million letters', 'a'.repeat(1_000_000)],
  ['a long dotted name', 'a.'.repeat(100_000)],
];

for (const [name, text] of hostile) {
  test(`a question of ${name} gets an answer or an empty list`, async () => {
    const { hits } = await site.search({ text, limit: 10 });
    assert.ok(Array.isArray(hits));
  });
}

test('of pages that are as good the one with the shorter title is first, and the one among related pages', async () => {
  const text = 'The turbine spins faster than the wind.';
  const titles = await indexOf(
    makePage('a', `# Notes on how several people fitted one last winter\n${text} Paint it quite well.`),
    makePage('b', `# Windmills\n${text} It is white too.`),
  );
  assert.deepEqual(await paths(titles, 'turbine spins'), ['b', 'a']);
  const folders = await indexOf(
    makePage('away/one', `# One\n${text} Paint it quite well.`),
    makePage('away/two', '# Two\nPaint for fences.'),
    makePage('power/one', `# One\n${text} It is white too.`),
    makePage('power/two', '# Two\nA turbine needs oil.'),
  );
  assert.deepEqual(await paths(folders, 'turbine spins'), ['power/one', 'away/one', 'power/two']);
});

test('the best three other pages of a folder count, whether a page is one of the best or not', () => {
  const pages = [0.9, 0.6, 0.6, 0.3, 0.1].map((score, i) => ({ pageId: i + 1, score }));
  addFolderScores([...pages, { pageId: 6, score: 0.5 }], Uint32Array.of(0, 1, 1, 1, 1, 1, 2), 0.1);
  const added = pages.map(({ score }, i) => score - [0.9, 0.6, 0.6, 0.3, 0.1][i]!);
  for (const [i, others] of [1.5, 1.8, 1.8, 2.1, 2.1].entries())
    assert.ok(Math.abs(added[i]! - (0.1 * others) / 3) < 1e-9, `page ${i + 1}`);
});

test('operators are words like others', async () => {
  assert.equal((await paths(site, 'install AND NOT tool'))[0], 'guide/install');
  assert.equal((await paths(site, 'title:deploy*'))[0], 'guide/deploy');
});

test('a page is found by path, file and URL as people write them', async () => {
  for (const path of [
    'guide/install',
    '/guide/install/',
    'guide/install.md',
    '/guide/install.mdx#windows',
    'guide/install?x=1',
  ]) {
    assert.equal(site.page(path)?.title, 'Install', path);
  }
  assert.equal(site.page('guide'), undefined);
  const absolute = await indexOf(
    makePage('start', '# Start', { url: 'https://docs.example.com/base/start' }),
  );
  assert.equal(absolute.page('https://docs.example.com/base/start#top')?.title, 'Start');
});

test('the sections of a page come in their order, with ids that hits use', async () => {
  const sections = site.sections('guide/install');
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    [null, 'windows'],
  );
  const { hits } = await site.search({ text: 'wizard', limit: 1 });
  assert.equal(hits[0]?.sections[0].sectionId, sections[1]?.sectionId);
});

test('of two pages that say nearly the same, the one of the default version is shown, wherever it ranks', async () => {
  const words = 'address port password account network server request header timeout retry cache'.split(' ');
  const text = `# Set the proxy\n${words.map((word) => `Say the ${word} of the proxy here.`).join(' ')}`;
  const index = await indexOf(
    makePage('next/proxy', `${text} Proxy.`, { version: 'next', isDefault: false }),
    makePage('proxy', text, { version: '2.0', isDefault: true }),
    makePage('other', '# Other\nThe proxy is named here once.'),
  );
  assert.deepEqual(await paths(index, 'set the proxy'), ['proxy', 'other']);
  assert.equal((await paths(index, 'set the proxy', { filter: { version: 'next' } }))[0], 'next/proxy');
});

test('who asks what a thing is gets its definition, and of the product the page that introduces it', async () => {
  const often = 'Harbour runs. Use Harbour for images, with Harbour for Harbour.';
  const pages = ['one', 'two', 'three', 'four'].map((name) =>
    makePage(`guide/${name}`, `# ${name}\n${often}`),
  );
  const lease = makePage(
    'guide/work',
    '# Work\nA lease, and how to take one.\n## Terms\nA lease is a claim for a time.',
  );
  const leases = makePage('guide/lease', '# Lease\nTake a lease, keep a lease, and end a lease.');
  const plain = await indexOf(...pages, makePage('', '# Start\nHarbour keeps images for you.'));
  assert.equal((await paths(plain, 'What is Harbour?'))[0], '');
  const small = await indexOf(
    makePage('', '# Start\nWelcome.'),
    makePage('terms', '# Terms\nA discount code.'),
  );
  assert.deepEqual(await paths(small, 'What is the discount code?'), ['terms']);
  const defined = await indexOf(
    ...pages,
    makePage('guide/why', '# Why\nHarbour is a registry.'),
    lease,
    leases,
  );
  assert.equal((await paths(defined, 'What is Harbour?'))[0], 'guide/why');
  assert.equal((await paths(defined, 'what is a lease'))[0], 'guide/work');
  assert.equal((await paths(defined, 'lease'))[0], 'guide/lease');
  const others = Array.from({ length: 100 }, (_, at) => makePage(`other/${at}`, `# Other ${at}\nText.`));
  const titled = await indexOf(
    ...others,
    makePage('guide/claims', '# Claims\nThey keep others out.'),
    makePage(
      'guide/rights',
      '# Claim rights\nClaim a claim: a claim for each claim.\n## Claim a claim\nClaim it.',
    ),
  );
  assert.equal((await paths(titled, 'What is a claim?'))[0], 'guide/claims');
  const common = ['one', 'two', 'three'].map((name) =>
    makePage(`use/${name}`, `# ${name}\nIn a section, a section.`),
  );
  const sections = makePage('content/section', '# Section\nA folder makes a section.');
  const site = await indexOf(...common, sections, makePage('', '# Home\nA section and another section.'));
  assert.equal((await paths(site, 'What is a section?'))[0], 'content/section');
  const introduced = await indexOf(
    ...pages,
    makePage('guide/quickstart', '# Quickstart\nHarbour in short.'),
    makePage('learn/getting-started/introduction', '# Introduction\nImages are kept by Harbour, for you.'),
    makePage('security/index', '# Security policy\nHarbour.'),
  );
  assert.equal((await paths(introduced, 'What is Harbour?'))[0], 'learn/getting-started/introduction');
  const begun = await indexOf(...pages, makePage('guide/quickstart', '# Quickstart\nPush an image.'));
  assert.equal((await paths(begun, 'How do I get started with Harbour?'))[0], 'guide/quickstart');
});
