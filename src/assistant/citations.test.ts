import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerChecker } from './check-answer.ts';
import { createCitationReader } from './citations.ts';
import { findUnsupported } from './find-unsupported.ts';
import { withoutSources } from './number-sources.ts';
import type { CitableSection } from './retrieved.ts';

function section(id: string, path: string, url: string, text: string): CitableSection {
  const page = { path, url: `/${path}`, title: `Page [${path}]`, version: null, language: null };
  return {
    id,
    title: `Title of ${path}`,
    url,
    page,
    section: { sectionId: 1, anchor: null, heading: '', text },
  };
}
const known = [
  section(
    's1',
    'guide',
    '/guide#install',
    'Run docent serve --port 8080. The limit is 1,000 requests and three retries.',
  ),
  section('s2', 'api', 'https://x.dev/api (v1)', 'Use `createClient()` of version 2.4.'),
  section('s3', 'guide', '/guide#more', 'Nothing else.'),
];
const sources = {
  find: (id: string) => known.find((one) => one.id === id),
  textsOf: ({ title, section: { text } }: CitableSection) => [title, text],
  asked: 'What about port 9090?',
  links: () => null,
};

/** What a client sees when the answer arrives in pieces of `size` characters. */
function stream(text: string, size: number) {
  const checker = createAnswerChecker(sources);
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const checked = [...pieces.map((piece) => checker.push(piece)), checker.end()];
  return {
    text: checked.map((one) => one.text).join(''),
    cited: checked.flatMap((one) => one.citations.flatMap(({ sections }) => sections.map(({ id }) => id))),
    counts: checker.counts(),
    mark: checker.mark(),
    sources: checker.sources(),
  };
}

for (const size of [1, 2, 3, 7, 1000]) {
  test(`cited pages are numbered, linked to the section, and listed once, in pieces of ${size}`, () => {
    const answer = stream('Run it [[s1]]. See [[s2]], and more [[s3]].', size);
    assert.equal(
      answer.text,
      'Run it ([1](/guide#install)). See ([2](https://x.dev/api%20%28v1%29)), and more ([1](/guide#more)).',
    );
    assert.deepEqual(answer.cited, ['s1', 's2', 's3']);
    assert.equal(answer.sources, '\n\n---\n\n1. [Page \\[guide\\]](/guide)\n2. [Page \\[api\\]](/api)');
    assert.equal(withoutSources(answer.text + answer.sources), 'Run it. See, and more.');
  });

  test(`every way to write a citation is understood, in pieces of ${size}`, () => {
    for (const spelling of [
      '[[s1, s2]]',
      '[[s1; S2]]',
      '[[s1-s2]]',
      '[s1, s2]',
      '[S1][s2]',
      '【s1】【s2】',
      '【1†a】 [[2]]',
      '[[1, 2]]',
      '[[s1]][[s2]]',
      '[[s1]] [[s2]]',
      '[[s1–2]]',
      '[[ s1 ]] [s2]',
      '[1, 2]',
      '[1][2]',
      '(s1, s2)',
      '([[s1, s2]])',
      '^[s1] ^[s2]',
      '(see s1) [^s2]',
      '[[s1],[s2]]',
      '[[s1], [[s2]]',
      '[[s1, s2]',
      '[[s1]]、[[s2]]',
      '[s1 and s2]',
      '[Section s1; section s2]',
      '[source: s1] [cite: s2]',
      '[[s1: Install]] [s2|API]',
      '[s1](/guide)[[s2]](https://x.dev)',
      '［s1］〔s2〕',
      '`[[s1, s2]]`',
      '[[#s1]] [@s2]',
      '[[s1 - Install]] [s2 (API)]',
      '[**s1**] [^s2^]',
      '[[s1,\u00a0s2]]',
      '[s1 et s2]',
      '[[s1 + s2.]]',
      '[出典：s1、s2]',
      '（参照: s1）[来源: s2]',
      '[[source 1]] [Citation: 2]',
      '(s1: Install (new)) (@s2 (API))',
      '（^s1^）（出典：s2 | API）',
      '【4:1†source】【s2†L1-L4】',
    ]) {
      const { text, cited } = stream(`Yes ${spelling} it is.`, size);
      assert.equal(text, 'Yes ([1](/guide#install), [2](https://x.dev/api%20%28v1%29)) it is.', spelling);
      assert.deepEqual(cited, ['s1', 's2'], spelling);
    }
  });

  test(`citations stand in bold text, lists, tables and after code, in pieces of ${size}`, () => {
    const cite = '([1](/guide#install))';
    for (const [said, shown] of [
      ['**Yes [[s1]]**', `**Yes ${cite}**`],
      ['- Yes [1]\n1. No [s1]:', `- Yes ${cite}\n1. No ${cite}:`],
      ['| a [[s1]] | b |', `| a ${cite} | b |`],
      ['Run `docent serve` [1].', `Run \`docent serve\` ${cite}.`],
      ['Run `docent serve [[s1]]` now.', `Run \`docent serve \`${cite} now.`],
      ['```\ndocent\n```\n[[s1]]', `\`\`\`\ndocent\n\`\`\`\n${cite}`],
      ['Run `[[s1]]``docent serve`.', `Run \` \`\`docent serve\`${cite}.`],
      ['Run it [[s1]]( now', `Run it ${cite}( now`],
      ['No idea [Unanswered]', 'No idea '],
    ] as const)
      assert.equal(stream(said, size).text, shown);
  });

  test(`what only looks like a citation stays, in pieces of ${size}`, () => {
    for (const text of [
      'a[1], f(x)[1], a[0][1] and `[s1]`',
      'It returns [1, 2]. The index [1] of [1-2], where x = [1].',
      '[[1, 2], [2, 1]] and $x[[1]]$',
      'A footnote[^1], the plan (S1), the page (1) and [9].',
      '- [ ] to do\n- [x] done\n- [1] first',
      '```r\ndf[[s1]]; x[[1]]\n```',
      '[1](/x) is [a link](/s1)',
      'Files are in [S2](/storage) or [s7](/other)',
      'See [Source 7], [see 1] and [id 2] of [section 1](/x)',
      'Stored in [S7] or [S8, S9], as the matrix [[7]]( says',
    ])
      assert.equal(
        stream(text, size).text.replaceAll('\\[', '['),
        text.replaceAll(/\[([^[\]]*)\]\(\/\w+\)/g, '$1'),
      );
  });

  test(`what was not retrieved is removed and counted, in pieces of ${size}`, () => {
    const { text, cited, counts } = stream('Yes [[s9]] and [[s1, s9]] or [s8].', size);
    assert.equal(text, 'Yes  and ([1](/guide#install)) or .');
    assert.deepEqual(cited, ['s1']);
    assert.equal(counts.unknown, 3);
  });

  test(`brackets in code and links are not citations, in pieces of ${size}`, () => {
    const code =
      'Use `a [s1]` here:\n\n```js\nx = [s1] + y[[1]]; // [[s3]]\n```\n\nand a[s1] with [s1](/x) \\[s1].';
    const { text, cited } = stream(code, size);
    assert.equal(
      text,
      'Use `a [s1]` here:\n\n```js\nx = [s1] + y[[1]]; // \n```\n\nand a[s1] with ([1](/guide#install)) \\[s1].',
    );
    assert.deepEqual(cited, ['s3', 's1']);
  });

  test(`a backtick that closes nothing hides no citation, in pieces of ${size}`, () => {
    const cite = '([1](/guide#install))';
    for (const [text, shown] of [
      ['The ` key [s1].\nMore 【s1】', `The \\\` key ${cite}.\nMore ${cite}`],
      ['It`s so [s1], and `docent` too [S1].', `It\\\`s so ${cite}, and \`docent\` too ${cite}.`],
      ['An escaped \\` and `` [^s1]', `An escaped \\\` and \\\`\\\` ${cite}`],
      ['```docent``` in a line [s1].', `\`\`\`docent\`\`\` in a line ${cite}.`],
      ['`docent `[[s1]]` serves', `\`docent \`${cite}\\\` serves`],
    ] as const)
      assert.equal(stream(text, size).text, shown);
  });

  test(`a citation that does not hold what its sentence says is dropped and the sentence marked, in pieces of ${size}`, () => {
    const right =
      'Start it with `docent serve --port 8080` [[s1]]. At most 1000 requests, 3 retries [[s1]]. You asked about 9090 [[s1]]. Call `createClient` of 2.4. [[s2]]';
    assert.equal(stream(right, size).counts.unsupported, 0);
    for (const wrong of [
      'Start it with `docent serve --host` [[s1]]',
      'The limit is 2,000 [[s1]]',
      'Call `makeClient()` [[s2]]',
      'Use v2.5 [[s2]]',
      'It says "nothing at all here" [[s3]]',
      'Pass --verbose [[s1]]',
      'Call makeClient for this [[s2]]',
      'Set max_requests [[s1]]',
      'Call retry() [[s2]]',
      'Es heißt „hier steht gar nichts“ [[s3]]',
      'それは「ここには何も書いてない」です [[s3]]',
    ]) {
      const { text, cited, counts } = stream(`${wrong}.`, size);
      assert.match(text, / \(\?\)\.$/, wrong);
      assert.deepEqual([cited, counts.unsupported], [[], 1], wrong);
    }
    const named = 'On macOS and GitHub, createClient does it [[s2]].';
    assert.equal(stream(named, size).counts.unsupported, 0);
    assert.equal(stream('`docent serve` with `createClient()` [[s1]][[s2]].', size).counts.unsupported, 0);
  });

  test(`what the model says of its answer is read and never shown, in pieces of ${size}`, () => {
    const { text, mark } = stream('I do not know. [[unanswered]]', size);
    assert.equal(text, 'I do not know. ');
    assert.equal(mark, 'unanswered');
  });

  test(`a removed or dropped citation makes no link of what stands around it, in pieces of ${size}`, () => {
    const { text } = stream('![[s9]][x](https://evil.example) <[[s9]]img src=x>', size);
    assert.doesNotMatch(text, /!\[x\]|^<img|[^\\]<img/);
    assert.match(stream('It is 77 [[s1]](https://evil.example)', size).text, /^It is 77 \(\?\)$/);
  });
}

test('what only looks like a citation is text, and text that cannot become one is not held back', () => {
  const reader = createCitationReader(() => undefined);
  const text = 'if [[ -f x ]]; then a[s1] = [1, [2]]; fi [[s';
  const pieces = [...text].flatMap((one) => reader.push(one)).concat(reader.end());
  assert.equal(pieces.map((piece) => (piece.type === 'text' ? piece.text : '?')).join(''), text);
  assert.deepEqual(reader.push('a plain [link](x) and more'), [
    { type: 'text', text: 'a plain [link](x) and more' },
  ]);
  assert.deepEqual(reader.push(' tail ['), [{ type: 'text', text: ' tail ' }]);
  assert.deepEqual(reader.push('x!'), [{ type: 'text', text: '[x!' }]);
});

test('brackets that are escaped cite nothing', () => {
  const text = String.raw`S3 \(s3), \[s3] and \(\[s3]).`;
  const found = {} as CitableSection;
  const pieces = createCitationReader(() => found).push(`${text} .`);
  assert.deepEqual(pieces, [{ type: 'text', text: `${text} .` }]);
});

test('numbers are found in other spellings and units, and not inside of other numbers', () => {
  for (const [said, held] of [
    ['1,000 rows', 'up to 1000 rows'],
    ['1\u00a0000 rows', '1_000 rows'],
    ['1.000 Zeilen', "1'000"],
    ['5 minutes', 'timeout: 300e3 (ms)'],
    ['5 minutes', 'after 300 seconds'],
    ['2 hours', '7_200'],
    ['1 GB', '1024 MB'],
    ['30 秒', '30000'],
    ['version v2.4', '2.4'],
    ['three or 3 times', 'three times'],
    ['Step 7 of (2)', 'no number'],
  ] as const)
    assert.deepEqual(findUnsupported(said, [held]), [], `${said} | ${held}`);
  for (const [said, held, missing] of [
    ['port 80', 'port 8080', '80'],
    ['5 minutes', 'after 301 seconds', '5'],
    ['300 rows', '5 rows', '300'],
    ['v2.5', '2.4', 'v2.5'],
  ] as const)
    assert.deepEqual(findUnsupported(said, [held]), [missing], `${said} | ${held}`);
});
