import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceSection } from '../evidence.ts';
import { escapeTitle, writeExcerpts } from './write-excerpts.ts';

const terms = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** What is quoted of sections, best first, without their titles. */
function quote(question: string, ...texts: string[]): string[] {
  return quoteNear(question, {}, ...texts);
}

/** @param likenesses by the section's number */
function quoteNear(question: string, likenesses: Record<number, number>, ...texts: string[]): string[] {
  const sections = texts.map((text, i): EvidenceSection => {
    const title = `Part ${i}`;
    return {
      id: `s${i}`,
      title,
      url: `/docs#${i}`,
      version: null,
      text,
      score: 1 - i / 10,
      likeness: likenesses[i],
    };
  });
  const read = (id: string) => texts[Number(id.slice(1))];
  const parts = writeExcerpts(question, { outcome: 'answered', sections, read }, terms);
  return parts.map((part) => part.slice(part.indexOf('\n\n') + 2));
}

const order =
  '1. The file of the system, which is read by everybody who logs in on it.\n2. The file of the user, in the home folder, which comes after it.';

test('what only introduces something that was shown is not shown again without it', () => {
  const again = `A shell reads files when it starts.\n\nThey are read in this order:\n\n${order}`;
  assert.deepEqual(quote('order of files', `Files are read:\n\n${order}`, again), [
    `Files are read:\n\n${order}`,
    'A shell reads files when it starts.',
  ]);
  assert.deepEqual(
    quote('order of files', `Files are read:\n\n${order}`, `**Linux**\n\nIn this order:\n\n${order}`),
    [`Files are read:\n\n${order}`],
  );
});

test('a fence that the docs leave open ends with its block', () => {
  assert.deepEqual(quote('list files', '```sh\nls files', 'More about files.'), [
    '```sh\nls files\n```',
    'More about files.',
  ]);
  assert.deepEqual(quote('list files', '- List files:\n\n  ~~~\n  ls files', 'More about files.'), [
    '- List files:\n\n  ~~~\n  ls files\n  ~~~',
    'More about files.',
  ]);
});

test('of a table without rows nothing is shown', () => {
  assert.deepEqual(quote('files', 'All files.\n\n| file | use |\n| - | - |'), ['All files.']);
});

test('a section without a word of the question leaves its place empty, unless it is near in meaning', () => {
  const texts = [
    'List files.',
    'Ports are open.',
    'Hosts are known.',
    'More files.',
    'Old files.',
    'New files.',
  ];
  const asked = 'list files of remote folders';
  assert.deepEqual(quote(asked, ...texts), ['List files.', 'More files.', 'Old files.']);
  assert.deepEqual(quoteNear(asked, { 1: 0.7, 2: 0.3 }, ...texts), [
    'List files.',
    'Ports are open.',
    'More files.',
    'Old files.',
  ]);
});

test('where the best section says what is asked, fewer others are quoted', () => {
  const texts = ['List files.', 'More files.', 'Old files.', 'New files.', 'Few files.'];
  assert.equal(quote('list files', ...texts).length, 3);
  assert.equal(quote('list files of remote folders', ...texts).length, 5);
});

test('a section that is too long is cut to the parts that fit the question, in their order', () => {
  const filler = (name: string) => `${name} has been here for long. `.repeat(30);
  const [first, second] = [
    'Ports are set by the server:\n\n```sh\nserve --port 80\n```',
    'Hosts and ports are logged.',
  ];
  const [text = ''] = quote(
    'ports',
    [first, filler('One'), filler('Two'), filler('Six'), second].join('\n\n'),
  );
  assert.ok(text.startsWith(first));
  assert.ok(text.includes(second));
  assert.ok(text.includes('…'));
});

test('a section that is nothing but pictures leaves its place to the next', () => {
  assert.deepEqual(quote('files', '![all files, and what each file is for](files.png)', 'Go on.'), [
    'Go on.',
  ]);
});

test('nothing in the docs is taken for a citation, and a bracket that is escaped is not escaped again', () => {
  assert.deepEqual(quote('files', String.raw`S3 files (s1), \[1] and ([s1]) files[1].`), [
    String.raw`S3 files \(s1), \[1] and \(\[s1]) files\[1].`,
  ]);
  assert.equal(escapeTitle('S3 (s3)'), String.raw`S3 \(s3)`);
});

test('what search liked best is shown, whichever page is quoted first', () => {
  const hit = 'Wind turns the mill.';
  const long =
    'Files of a mill:\n\n```sh\nls files\n```\n\nThe files are listed by their names, and the mill knows them.';
  assert.ok(quote('how to list the files of a mill', hit, long, `${long} Again.`).slice(0, 2).includes(hit));
});

test('the section with the quoted error comes first', () => {
  const error = 'When it says "could not bind the port: in use", end the other server.';
  const others = [
    'Errors of servers are logged.',
    'A server that cannot start fails with an error and its port.',
  ];
  assert.equal(quote('Why does my server say "could not bind the port"?', ...others, error)[0], error);
});

test('the sentence that says how much comes before the others', () => {
  const about = `A session belongs to a person. ${'It is kept in the store. '.repeat(25)}`;
  const [first] = quote(
    'How long does a session last?',
    `${about}\n\nBy default a session lasts for 12 hours.\n\nMore.`,
  );
  assert.ok(first!.startsWith('By default a session lasts for 12 hours.\n\n…'), first);
});

test('badges, placeholders and signed links are no text', () => {
  const badges = '[![CI](ci.svg)](https://x.example/ci) [![npm][n]](https://x.example)\n\n{{ version }}.\n\n';
  assert.deepEqual(quote('what is acme', `${badges}Acme is a library.`), ['Acme is a library.']);
  assert.deepEqual(quote('acme', '[Acme file](https://x.example/a?X-Amz-Signature=abc)'), ['Acme file']);
  assert.deepEqual(
    quote('run files', '🚀\n\n:rocket: ✨\n\nRun [files](https://acme.example/{{version}}/files).'),
    ['Run files.'],
  );
});

test('a notice that is cut keeps its lines', () => {
  const rest = `\n>\n> ${'Other words of it. '.repeat(50)}`;
  const notice = `> **Warning:** Models have fields.\n>\n> \`\`\`python\n> class Book:\n>     name: str\n> \`\`\`${rest}`;
  const [first] = quote('fields of models', `${notice}\n\n${'Filler of it all. '.repeat(120)}`);
  assert.ok(
    first!.startsWith(
      '> **Warning:** Models have fields.\n>\n> ```python\n> class Book:\n>     name: str\n> ```',
    ),
    first,
  );
});

test('of versions that are compared each is shown', () => {
  const of = (id: string, version: string, text: string): EvidenceSection => ({
    id,
    title: `Streams (${version})`,
    url: `/${version}/streams`,
    version,
    text,
    score: id === 's1' ? 1 : 0.5,
  });
  const sections = [
    of('s1', 'v5', 'Streams are parts of messages.'),
    of('s2', 'v4', 'Streams are lines of text.'),
  ];
  const shown = (sides: string[]) =>
    writeExcerpts('streams', { outcome: 'answered', sections, sides }, terms).length;
  assert.deepEqual([shown([]), shown(['v4', 'v5'])], [1, 2]);
});

test('the version of pages is named once', () => {
  const sections = ['Streams', 'Stream parts'].map((name, nth) => ({
    id: `s${nth}`,
    title: `${name} (v5)`,
    url: `/v5/${nth}`,
    version: 'v5',
    text: `${name} of streams are told here.`,
    score: 1 - nth / 10,
  }));
  const parts = writeExcerpts('streams', { outcome: 'answered', sections }, terms);
  assert.deepEqual(
    parts.map((part) => part.split(' [[')[0]),
    ['**Streams (v5)**', '**Stream parts**'],
  );
});

test('usage comes before options, and the way that is asked for before the other way', () => {
  const first = (question: string, ...headings: string[]) => {
    const sections = headings.map((heading, nth) => ({
      id: `s${nth}`,
      title: `Calls › ${heading}`,
      url: `/calls#${nth}`,
      version: null,
      text: 'A call of Rust and of JavaScript runs a command.',
      score: 1 - nth / 50,
    }));
    return writeExcerpts(question, { outcome: 'answered', sections }, terms)[0]!.split('**')[1];
  };
  assert.equal(first('how do I call a command', 'Options', 'Usage'), 'Calls › Usage');
  assert.equal(first('how do I set options of a call', 'Options', 'Usage'), 'Calls › Options');
  assert.equal(first('how do I call a command', 'call.command', 'Commands'), 'Calls › Commands');
  assert.equal(first('how do I set call.command', 'call.command', 'Commands'), 'Calls › call.command');
  const [asked, other] = ['Calling Rust from JavaScript', 'Calling JavaScript from Rust'];
  assert.equal(first('How do I call Rust from JavaScript?', other, asked), `Calls › ${asked}`);
  const [toPage, toRust] = ['Calling the page from Rust', 'Calling Rust from the page'];
  assert.equal(first('How do I call a Rust function from JavaScript?', toPage, toRust), `Calls › ${toRust}`);
});

test('of tabs with code in several languages the one that is asked for is shown, else the first', () => {
  const tabs = [
    ['Go', 'go', 'stream.Open()'],
    ['Python', 'python', 'stream.open()'],
    ['C#', 'csharp', 'stream.OpenIt();'],
  ].map(([name, tag, code]) => `**${name}**\n\n\`\`\`${tag}\n${code}\n\`\`\``);
  const text = `Open a stream:\n\n${tabs.join('\n\n')}\n\nThen close it.`;
  const of = (tab: number) => [`Open a stream:\n\n${tabs[tab]}\n\nThen close it.`];
  assert.deepEqual(quote('open a stream', text), of(0));
  assert.deepEqual(quote('open a stream in C#', text), of(2));
  const both = '```js\nopen(stream)\n```\n\n```ts\nopen(stream as Stream)\n```';
  assert.deepEqual(quote('open a stream', both), ['```js\nopen(stream)\n```']);
  assert.deepEqual(quote('open a stream in TypeScript', both), [both]);
});

test('a sentence is not shown without the one that goes back on it', () => {
  const filler = 'Nothing of this kind is told here at all. ';
  const rule = 'A member of a group receives messages. However, only one member of it receives each.';
  const [shown] = quote('who receives messages', `${filler.repeat(30)}${rule} ${filler.repeat(30)}`);
  assert.match(shown!, /receives messages\. However, only one/);
});

test('a row that is too long is cut to its best sentences', () => {
  const filler = 'Nothing of this kind is told here at all. ';
  const row = (name: string, text: string) => `| ${name} | ${text} |`;
  const long = row('proxy', `${filler.repeat(30)}Trust the proxy loopback. ${filler.repeat(30)}`);
  const [shown] = quote(
    'trust proxy loopback',
    `| a | b |\n| - | - |\n${long}\n${row('x', filler.repeat(9))}`,
  );
  assert.match(shown!, /\| proxy \| [^|]*Trust the proxy loopback\.[^|]* \|/);
});

test('a follow-up that may be about two pages shows both first', () => {
  const sections = ['reset', 'link', 'link-more'].map((name, nth) => ({
    id: `s${nth}`,
    title: name,
    url: `/${name.split('-')[0]}#${nth}`,
    version: null,
    text: name === 'reset' ? 'The link ends after an hour.' : `A ${name} is valid for days.`,
    score: name === 'reset' ? 0.5 : 1 - nth / 10,
  }));
  const second = (isUnsure: boolean) =>
    writeExcerpts('How long is the link valid?', { outcome: 'answered', sections, isUnsure }, terms)[1]!;
  assert.match(second(true), /an hour/);
  assert.doesNotMatch(second(false), /an hour/);
});

test('a section that says no more than its heading is not shown', () => {
  assert.deepEqual(quote('part 0 and what it is', 'Part 0', 'Part of the whole it is.'), [
    'Part of the whole it is.',
  ]);
});

test('what search finds of one section in several parts has one title', () => {
  const told = Array.from(
    { length: 14 },
    (_, nth) => `Ports of host ${nth}: ${'they are told here. '.repeat(12)}`,
  );
  const section = (nth: number): EvidenceSection => {
    return { id: `s${nth}`, title: 'Ports', url: '/server#ports', version: null, text: told[nth]! };
  };
  const parts = writeExcerpts(
    'ports of hosts',
    { outcome: 'answered', sections: [section(0), section(13)], read: () => told.join('\n\n') },
    terms,
  );
  assert.equal(parts.length, 1);
  assert.ok(parts[0]!.includes(told[0]!) && parts[0]!.includes(told[13]!.slice(0, 60)), parts[0]);
  assert.doesNotMatch(parts[0]!, /…\n\n…/);
});

test('a title is not shown without what it is of', () => {
  for (const title of ['> **Note: Files**', '`FILES_NEXT`'])
    assert.deepEqual(quote('list files', `Files are listed.\n\n${title}`), ['Files are listed.']);
  const row = `| files | ${'f'.repeat(2_500)} |`;
  assert.doesNotMatch(quote('list files', `List files.\n\n| a | b |\n| - | - |\n${row}`)[0]!, /\| - \|/);
  assert.deepEqual(quote('list files', `| a | b |\n| - | - |\n${row}`), []);
});

test('code is shown in one of several formats, and for one of several package managers', () => {
  const tabs = (names: readonly string[]) =>
    names.map((name) => `**${name}**\n\n\`\`\`\nopen ${name}\n\`\`\``).join('\n\n');
  const shown = (question: string, ...names: string[]) =>
    [...quote(question, tabs(names))[0]!.matchAll(/^open (.*)$/gm)].map(([, name]) => name);
  assert.deepEqual(shown('open', 'File (YAML)', 'File (TOML)'), ['File (YAML)']);
  assert.deepEqual(shown('open with yarn', 'npm', 'yarn', 'pnpm'), ['yarn']);
  assert.deepEqual(shown('open', 'Bash', 'PowerShell'), ['Bash', 'PowerShell']);
  assert.deepEqual(shown('open as toml', 'File (YAML)', 'File (TOML)'), ['File (TOML)']);
  const [request, response] = ['JSON request', 'JSON response'];
  assert.deepEqual(shown('open', request, 'XML request', response), [request, response]);
});

test('the sentence that says a default comes before the others', () => {
  const about = `Names of a session are kept. ${'They are kept in the store. '.repeat(25)}`;
  const [first] = quote(
    'Are names required by default?',
    `${about}\n\nNames are required unless told.\n\nMore.`,
  );
  assert.ok(first!.startsWith('Names are required unless told.'), first);
});

test('a long section without a word of the question is read from its beginning', () => {
  const parts = Array.from({ length: 20 }, (_, nth) => `Part ${nth}. ${'It tells about hosts. '.repeat(12)}`);
  const found = { title: 'Hosts', url: '/hosts', version: null, text: parts[17]!, score: 1, likeness: 1 };
  const read = () => parts.join('\n\n');
  const evidence = { outcome: 'answered' as const, sections: [{ id: 's1', ...found }], read };
  assert.match(writeExcerpts('ports', evidence, terms)[0]!, /\n\nPart 0\./);
});

test('who asks how to do something is shown the code rather than what only has more of the words', () => {
  const said = `To bind ports, ask. ${'Nothing of this kind is told here. '.repeat(18)}`;
  const code = `Ports:\n\n\`\`\`sh\n${'serve --open 80\n'.repeat(40)}\`\`\``;
  const filler = 'Nothing of this kind is told here at all. '.repeat(45);
  const [shown] = quote('how to bind ports', `${said}\n\n${filler}\n\n${code}\n\n${filler}`);
  assert.ok(shown!.includes('serve --open 80'), shown);
});
