import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, EvidenceSection } from './evidence.ts';
import { kindOfQuestion } from './excerpts/question-kind.ts';
import { createExtractiveModel } from './extractive.ts';
import { writeExcerpts } from './excerpts/write-excerpts.ts';
import { runTurn } from './run-turn.ts';

const terms = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
const install = [
  'Docent runs on [Linux](../linux.md) and `node[1]` machines. Install it with the package manager:',
  '**apt**',
  '```sh\n# a comment\napt install docent\n\napt upgrade\n```',
  '1. Open the port:\n\n   ```sh\n   ufw allow 80\n   ```\n2. Start it.',
  '| port | use |\n|---|---|\n| 80 | http |',
].join('\n\n');
const sections = [
  {
    id: 's1',
    title: 'Install › Linux',
    url: '/install#linux',
    version: null,
    text: 'Install it on Linux.',
    score: 0.9,
  },
  { id: 's2', title: 'Colours', url: '/colours', version: null, text: 'Colours can be changed.', score: 0.4 },
];
const markdown: Record<string, string> = {
  s1: install,
  s2: 'Colours can be changed on Linux. [[s1]] is not a citation.',
};
const evidence: Evidence = { outcome: 'answered', sections, read: (id) => markdown[id] };

async function answerTo(question: string, found: Evidence): Promise<string> {
  const providerOptions = { docent: { evidence: found as never } };
  const content = [
    { type: 'text' as const, text: question },
    { type: 'text' as const, text: '', providerOptions },
  ];
  let text = '';
  const prompt = [{ role: 'user' as const, content }];
  await runTurn([createExtractiveModel(terms)], prompt, [], new AbortController().signal, (event) => {
    if (event.type === 'text') text += event.delta;
  });
  return text;
}

test('the best section is shown whole, with its code, steps and table as they are, under its title', async () => {
  const text = await answerTo('How do I install on Linux?', evidence);
  assert.match(
    text,
    /^From the docs:\n\n\*\*Install › Linux\*\* \[\[s1\]\]\n\nDocent runs on Linux and `node\[1\]` machines\./,
  );
  assert.ok(text.includes('**apt**\n\n```sh\n# a comment\napt install docent\n\napt upgrade\n```'));
  assert.ok(text.includes('1. Open the port:\n\n   ```sh\n   ufw allow 80\n   ```\n2. Start it.'));
  assert.ok(text.includes('| port | use |\n|---|---|\n| 80 | http |'));
});

test('the next section follows in short, nothing of it is taken for a citation, and it says what it is', async () => {
  const text = await answerTo('How do I install on Linux?', evidence);
  assert.match(
    text,
    /\*\*Colours\*\* \[\[s2\]\]\n\nColours can be changed on Linux\. \\\[\\\[s1\]\] is not a citation\./,
  );
  assert.match(text, /\n\n\*These are excerpts of the docs, not written by a language model\.\*$/);
});

test('what is quoted first depends on what is meant, where the question says little', async () => {
  const equal = { ...evidence, sections: sections.map((section) => ({ ...section, score: 0.5 })) };
  assert.match(await answerTo('why?', equal), /^From the docs:\n\n\*\*Install/);
  const meant = 'Can colours be changed?\nwhy?';
  assert.match(await answerTo('why?', { ...equal, meant }), /^From the docs:\n\n\*\*Colours/);
});

test('a section that was shown is not shown again as another version has it', async () => {
  const [best, other] = sections as [EvidenceSection, EvidenceSection];
  const now = { ...best, title: 'Install (2.0)', version: '2.0' };
  const old = { ...other, title: 'Install (1.0)', version: '1.0' };
  const text = await answerTo('How do I install on Linux?', { ...evidence, sections: [now, old] });
  assert.match(text, /\*\*Install \(2\.0\)\*\*/);
  assert.doesNotMatch(text, /1\.0/);
});

test('of a section that is too long, the blocks that match are shown, whole and with what introduces them', async () => {
  const filler = Array.from(
    { length: 30 },
    (_, i) => `Paragraph ${i} tells about gardens. ${'It is long. '.repeat(12)}`,
  );
  const long = [...filler, 'To rotate keys, run:', '```sh\ndocent keys rotate\n```', ...filler].join('\n\n');
  const text = await answerTo('how to rotate keys', { ...evidence, read: () => long });
  assert.ok(text.includes('To rotate keys, run:\n\n```sh\ndocent keys rotate\n```'));
  assert.ok(text.length < 6_000);
  assert.match(text, /\n…\n/);
});

test('of a section that is too long, the part is shown that the question asks for', async () => {
  const filler = Array.from({ length: 30 }, (_, i) => `Paragraph ${i}. ${'It is long. '.repeat(20)}`);
  const parts = [
    'Keys are secrets that are rotated.',
    'Keys are rotated because they leak.',
    'Keys are rotated after 90 days.',
    '```sh\nrotate keys\n```',
  ];
  const long = parts.flatMap((part) => [...filler, part]).join('\n\n');
  const kinds = [
    'what are rotated keys',
    'why are keys rotated',
    'maximum of rotated keys',
    'how to rotate keys',
  ];
  const stems = (text: string) => terms(text).map((term) => term.replace(/[ds]$/, ''));
  for (const [i, question] of kinds.entries()) {
    const [shown] = writeExcerpts(question, { ...evidence, read: () => long }, stems);
    assert.ok(shown!.includes(parts[i]!), question);
  }
});

test('of a section that is too long, the part is shown that search found, in lists, too', () => {
  const word = (i: number) => `number${String.fromCharCode(97 + i)}`;
  const options = Array.from(
    { length: 20 },
    (_, i) => `- **--${word(i)}**: ${'sets the colour of cells '.repeat(8)}`,
  );
  const prose = Array.from(
    { length: 20 },
    (_, i) => `The ${word(i)} way ${'sets the colour of cells. '.repeat(8)}`,
  );
  for (const parts of [options, prose]) {
    const [best] = sections;
    const found = { ...best!, text: parts[17]!.replaceAll('**', '') };
    const long = parts.join(parts === options ? '\n' : '\n\n');
    const [shown] = writeExcerpts(
      'colour of cells',
      { ...evidence, sections: [found], read: () => long },
      terms,
    );
    assert.ok(shown!.includes(word(17)), shown);
  }
});

test('of a section that is too long, what has all of the words comes before what repeats one', () => {
  const repeating = Array.from(
    { length: 9 },
    (_, i) => `Way ${i} to convert a file. ${'It is slow. '.repeat(40)}`,
  );
  const asked = 'Lossy files are left as they are when never_convert_lossy is set.';
  const filler = Array.from({ length: 30 }, () => 'Nothing of the kind. '.repeat(12));
  const long = [...repeating, ...filler, asked, ...filler].join('\n\n');
  const [shown] = writeExcerpts('convert file, never when lossy', { ...evidence, read: () => long }, terms);
  assert.ok(shown!.includes(asked), shown);
});

test('what a question asks for is known in several languages', () => {
  const kinds = {
    error: ['It fails with ENOENT', 'Die Suche geht nicht', 'エラーが出ます', '启动时报错'],
    amount: [
      'How long may it be?',
      'Wie lange gilt ein Schlüssel?',
      'キーの上限は？',
      '最多可以上传多少文件？',
    ],
    why: ['Why is it slow?', 'Warum ist es langsam?', 'なぜ遅いのですか？', '为什么很慢？'],
    what: ['What is a key?', 'Was ist ein Schlüssel?', 'キーとは', '什么是密钥？'],
    how: ['How do I install it?', 'Wie installiere ich es?', 'インストールする方法', '如何安装？', 'keys'],
  };
  for (const [kind, questions] of Object.entries(kinds))
    for (const question of questions) assert.equal(kindOfQuestion(question), kind, question);
});

test('an excerpt of a long section does not begin at what follows from the sentence before', async () => {
  const filler = Array.from(
    { length: 30 },
    (_, i) => `Paragraph ${i} is about gardens. ${'It is long. '.repeat(12)}`,
  );
  const told = ['Keys expire after a day.', 'To work around this, ask for longer ones.'];
  const long = [...filler, ...told, 'Now, rotate keys by hand: rotate keys.', ...filler].join('\n\n');
  const text = await answerTo('how to rotate keys', { ...evidence, read: () => long });
  assert.match(
    text,
    /\*\*Install › Linux\*\* \[\[s1\]\]\n\nKeys expire after a day\.\n\nTo work around this/,
  );
});

test('of a long table the rows that match are shown under its head', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `| limit${i} | ${i} requests |`);
  const table = ['| name | value |', '|---|---|', ...rows, '| uploads | 77 MB |', ...rows].join('\n');
  const text = await answerTo('how large may uploads be', { ...evidence, read: () => table });
  assert.match(text, /\| name \| value \|\n\|---\|---\|\n(?:\|.*\n)*\| uploads \| 77 MB \|/);
});

test('a row that was shown is not shown again from another part of its table', () => {
  const row =
    '| LIMIT_REACHED | The upload is larger than the limit. | Raise the limit in the settings of the server. |';
  const table = (name: string) =>
    `| code | why | what to do |\n|---|---|---|\n| ${name} | It is not known. | Try again. |\n${row}`;
  const found = ['s1', 's2', 's3'].map((id) => ({
    ...sections[0]!,
    id,
    text: `Errors of ${id}, with the limit of each.`,
  }));
  const read = (id: string) => `Errors of ${id}, with the limit of each.\n\n${table(id)}`;
  const text = writeExcerpts(
    'LIMIT_REACHED',
    { outcome: 'answered', sections: found, read },
    (t) => t.toLowerCase().match(/\w+/g) ?? [],
  ).join('\n');
  assert.equal(text.split('LIMIT_REACHED').length, 2);
});

test('of a list of options that is too long the one asked for is shown under those that hold it, and steps stay in order', async () => {
  const rest = Array.from(
    { length: 90 },
    (_, i) => `  - \`other${i}\` {number} Something else of some length.`,
  );
  const options = [
    '- `url` The address.',
    '- `options` {Object}',
    ...rest,
    '  - `keepAlive` Default: 4 s.',
    ...rest,
  ];
  const text = await answerTo('default of keepAlive', { ...evidence, read: () => options.join('\n') });
  assert.match(text, /- `options` \{Object\}\n(?: {2}- .*\n)* {2}- `keepAlive` Default: 4 s\./);
  const steps = Array.from({ length: 80 }, (_, i) => `${i + 1}. Do what number ${i + 1} says, and look.`);
  const shown = await answerTo('How do I do this?', { ...evidence, read: () => steps.join('\n') });
  const numbers = [...shown.matchAll(/^(\d+)\. Do/gm)].map(([, number]) => Number(number));
  assert.deepEqual(
    numbers.slice(0, 20),
    numbers.slice(0, 20).map((_, i) => numbers[0]! + i),
  );
});

test('a quote has no comments, no footnotes, no addresses within the docs and no empty code', () => {
  const source =
    '<!-- YAML\nadded: v1 -->\nSee [the\nguide](../a.md) and `<!-- b -->`.[^1]&#xA;&#x20; On.\n\n[^1]: Long\n    ago.\n\n    ~~~\n    x\n    ~~~\n\n```\n```\n\n```html\n<!-- c -->\n```';
  const { sections: found } = evidence;
  const [text] = writeExcerpts('linux', { outcome: 'answered', sections: found, read: () => source }, terms);
  assert.equal(
    text!.slice(text!.indexOf('\n\n') + 2),
    'See the guide and `<!-- b -->`. On.\n\n```html\n<!-- c -->\n```',
  );
});

test('links and code that are wrapped onto a second line are whole, and rules between blocks are not quoted', () => {
  const wrapped =
    'Linux has [a\nguide](https://e.example/g) and the [`install\n  linux`](./x.md) task.\n\n> Run `apt\n> install` as `root`.\n\n---';
  const listed = '- a ` tick\n- Linux `b`';
  const quote = (text: string) =>
    writeExcerpts(
      'Linux?',
      { outcome: 'answered', sections: [{ ...sections[0]!, text }], read: () => undefined },
      terms,
    );
  assert.deepEqual(quote(wrapped), [
    '**Install › Linux** [[s1]]\n\nLinux has [a guide](https://e.example/g) and the `install linux` task.\n\n> Run `apt install` as `root`.',
  ]);
  assert.deepEqual(quote(listed), [`**Install › Linux** [[s1]]\n\n${listed}`]);
});

test('what changed comes after what is, what leads elsewhere after what says it, and a solution after its problem', () => {
  const section = (id: string, title: string, url: string, score: number): EvidenceSection => {
    return { id, title, url, version: null, text: `Ports and ${title}, said at length in ${id}.`, score };
  };
  const first = (question: string, found: EvidenceSection[], texts: Record<string, string> = {}) =>
    writeExcerpts(question, { outcome: 'answered', sections: found, read: (id) => texts[id] }, terms).map(
      (part) => /\[\[(\w+)\]\]/.exec(part)![1],
    );
  const log = section('s1', 'History › Ports', 'https://x.dev/docs/history/#ports', 1);
  const guide = section('s2', 'Server › Ports', 'https://x.dev/docs/server/#ports', 0.9);
  assert.deepEqual(first('How do I choose ports?', [log, guide]), ['s2', 's1']);
  assert.deepEqual(first('What changed for ports since 2.1?', [log, guide]), ['s1', 's2']);
  const list = { s1: 'See [Ports](../ports.md) and [Hosts](../hosts.md).' };
  const next = { ...log, url: 'https://x.dev/docs/start/#next' };
  assert.deepEqual(first('How do I choose ports?', [next, guide], list), ['s2', 's1']);
  const problem = section('s3', 'No ports › Issue', '/ports#issue', 1);
  const solution = section('s4', 'No ports › Solution', '/ports#solution', 0.2);
  assert.deepEqual(first('no ports', [problem, guide, solution]), ['s3', 's4', 's2']);
});

test('a section without Markdown is shown by its text', async () => {
  assert.match(
    await answerTo('How do I install on Linux?', { outcome: 'answered', sections }),
    /Install it on Linux\./,
  );
});

test('when the docs do not hold the answer, it says so and names the nearest sections', async () => {
  const [first, ...others] = sections;
  const text = await answerTo('How do I bake bread?', {
    outcome: 'not_in_docs',
    sections: [first!, { ...first!, id: 's9', title: 'Install › Mac', url: '/install#mac' }, ...others],
  });
  assert.match(text, /do not seem to answer/);
  assert.match(text, /- Install › Linux \[\[s1\]\]\n- Colours \[\[s2\]\]\[\[unanswered\]\]$/);
  const unrelated = sections.map((section) => ({ ...section, score: 0.004 }));
  assert.equal(
    await answerTo('Who won?', { outcome: 'not_in_docs', sections: unrelated }),
    'The docs do not seem to answer this.[[unanswered]]',
  );
  assert.equal(
    await answerTo('?', { outcome: 'not_in_docs', sections: [] }),
    'The docs do not seem to answer this.[[unanswered]]',
  );
});

test('of what is only the closest the links are shown, and a part as a part', async () => {
  const closest = await answerTo('How do I install on Linux?', { ...evidence, outcome: 'closest' });
  assert.equal(
    closest,
    'The docs do not seem to answer this. The nearest sections:\n\n- Install › Linux [[s1]]\n- Colours [[s2]][[unanswered]]',
  );
  const part = await answerTo('How do I install on Linux?', { ...evidence, outcome: 'partial' });
  assert.match(part, /^The docs answer part of this:[^]*\[\[partial\]\]$/);
});

test('a refusal of a question in another language says which one the docs are in', async () => {
  const refused = (language: string | null, otherLanguage: string | null, outcome: Evidence['outcome']) =>
    answerTo('Wie geht das?', { ...evidence, outcome, language, otherLanguage });
  assert.match(
    await refused('de', 'en-GB', 'not_in_docs'),
    /\n\nDie Dokumentation ist auf Englisch: [^\n]+\[\[unanswered\]\]$/,
  );
  assert.match(await refused('ja', 'de', 'closest'), /\n\nドキュメントはドイツ語で/);
  assert.match(await refused('nl', 'default', 'closest'), /\n\nThe docs are in English: /);
  for (const outcome of ['answered', 'partial'] as const)
    assert.doesNotMatch(await refused('de', 'en', outcome), /Englisch/);
  assert.doesNotMatch(await refused('de', null, 'not_in_docs'), /Englisch/);
});

test('the texts around excerpts are in the language of the answer, English where there is no translation', async () => {
  const inLanguage = (language: string | null, outcome: Evidence['outcome'] = 'answered') =>
    answerTo('How do I install on Linux?', { ...evidence, outcome, language });
  const german = await inLanguage('de-AT');
  assert.match(german, /^Aus der Dokumentation:\n\n\*\*Install/);
  assert.match(german, /\n\n\*Dies sind Auszüge aus der Dokumentation, [^*]*\.\*$/);
  assert.match(
    await inLanguage('ja', 'closest'),
    /^ドキュメントには[^]*最も近いセクション：\n\n[^]*\[\[unanswered\]\]$/,
  );
  assert.match(
    await inLanguage('zh-CN', 'not_in_docs'),
    /^文档似乎没有[^]*：\n\n- Install › Linux \[\[s1\]\]/,
  );
  for (const language of ['nl', 'constructor', null])
    assert.match(await inLanguage(language), /^From the docs:/, String(language));
});

test('an answer says when another version has it, and when it is unclear what it refers to', async () => {
  const other = await answerTo('How do I install on Linux?', { ...evidence, otherVersion: 'v5' });
  assert.match(other, /^From the docs:[^]*\n\nThe docs of v5 have this; [^\n]+\n\n\*These are excerpts/);
  const refused = await answerTo('How?', {
    ...evidence,
    outcome: 'closest',
    otherVersion: 'v5',
    language: 'de',
  });
  assert.match(refused, /\n\nDie Dokumentation von v5 enthält das; [^\n]+\[\[unanswered\]\]$/);
  const unsure = await answerTo('How long is it?', { ...evidence, isUnsure: true });
  assert.match(unsure, /^It is unclear what this refers to\.[^]*\[\[partial\]\]$/);
});
