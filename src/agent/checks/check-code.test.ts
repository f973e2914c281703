import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commitFiles, temporaryFolder } from '../../../test/helpers/repository.ts';
import { openBaseFiles } from '../base-files.ts';
import { openWorkspace } from '../workspace.ts';
import { checkCode } from './check-code.ts';
import { createChecker } from './checker.ts';
import { checker } from '../../../test/helpers/checker.ts';

const page = (text: string) => `---\ntitle: T\n---\n\n${text}\n`;
const files = {
  'a.mdx': page(
    "import Chart from '../src/chart'\nexport const version = '2.4.1'\n\n<Chart of={version} />\n\n<Widget />\n\n![x](https://cdn.example.com/x.png)",
  ),
  'b.mdx': page('Text.'),
  'c.md': page('Text.'),
};

const gitDir = join(await temporaryFolder({ after }), 'site.git');
const base = await commitFiles(gitDir, files);

/** What a job is told when it writes `text` into a page of the base. */
async function check(file: string, text: string, allowCode: string[] = [], hosts: string[] = []) {
  const workspace = openWorkspace({
    checker,
    files: await openBaseFiles(gitDir, base),
    docsRoot: '',
    overlay: {},
  });
  await workspace.write(file, page(text));
  const allowed = { names: allowCode, hosts: new Set(hosts) };
  const findings = await checkCode(workspace, allowed, [file]);
  return findings.map(({ severity, message, line }) => ({ severity, message, line }));
}

describe('code that a job adds is refused', () => {
  const attacks = {
    'a required module': "export const x = require('child_process').execSync('id')",
    'an environment variable': '{process.env.AWS_SECRET_ACCESS_KEY}',
    'an import': "import x from 'child_process'\n\nText.",
    'a re-export': "export * from 'fs'",
    'a default export': 'export default () => null',
    'a function': 'export function f() { return fetch("https://x.example") }',
    'a call in an attribute': '<div title={fetch("/x")}>y</div>',
    'a spread': '<div {...globalThis}>y</div>',
    'a prototype': "export const a = 'x'\n\n{a.constructor.constructor}",
    'a computed member': "export const a = 'x'\n\n{a[window.name]}",
    'a script': '<script src="https://x.example/a.js"></script>',
    'an iframe': '<iframe src="/x" />',
    'a form': '<form action="https://x.example" />',
    'a handler': '<b onClick="steal()">x</b>',
    'inner HTML': "<div dangerouslySetInnerHTML={{ __html: '<b>x</b>' }} />",
    'a script address': '[x](javascript:alert)',
    'a script address with a break': '<a href="java\nscript:alert(1)">x</a>',
    'an SVG that is an address': '![x](data:image/svg+xml;base64,AAAA)',
    'a remote picture': '![x](https://tracker.example/p.png)',
    'a picture of no protocol': '![x](//tracker.example/p.png)',
    'a remote picture in JSX': '<img src="https://tracker.example/p.png" />',
    'a script address in an expression': '<a href={"javascript:alert(1)"}>x</a>',
    'a script address with escapes of JavaScript': '<a href={"\\u006aavascript:alert(1)"}>x</a>',
    'a script address in an export': "export const to = 'javascript:alert(1)'\n\n<a href={to}>x</a>",
    'a remote picture in an expression': '<img src={`https://tracker.example/p.png`} />',
    'a remote picture in an export':
      "export const p = { src: 'https://tracker.example/p.png' }\n\n<img src={p.src} />",
    'a remote picture by reference': '![x][r]\n\n[r]: https://tracker.example/p.png',
    'a remote picture without slashes': '![x](https:tracker.example/p.png)',
    'a remote picture with a tab': '<img src="/\t/tracker.example/p.png" />',
    'a remote background': '<table background="https://tracker.example/p.png"></table>',
    'a remote filter': '<svg><feImage href="https://tracker.example/x" /></svg>',
    'an address that is told of clicks': '<a href="/b" ping="https://tracker.example">x</a>',
    'an animated address': '<svg><a><animate attributeName="href" values="javascript:alert(1)" /></a></svg>',
    'a style of an expression that fetches':
      "<p style={{ background: '\\u0075rl(https://tracker.example)' }}>x</p>",
    'a style with escapes that fetches': '<p style="background: \\75rl(//tracker.example)">x</p>',
    'a style with a set of images': '<p style="background: image-set(\'//tracker.example/p\' 1x)">x</p>',
    'an element whose text hides tags': '<noscript><p title="x" /></noscript>',
    'an address in math': '$\\href{javascript:alert(1)}{x}$',
    'a component nobody knows': '<Evil />',
    'a style that fetches': '<p style="background: url(https://tracker.example)">x</p>',
  };
  for (const [what, text] of Object.entries(attacks)) {
    test(what, async () => {
      const findings = await check('b.mdx', text);
      assert.ok(
        findings.some(({ severity }) => severity === 'error'),
        JSON.stringify(findings),
      );
    });
  }

  test('in Markdown that the site compiles as MDX, and in HTML', async () => {
    for (const text of [
      '{process.env.X}',
      '<script>x</script>',
      "<b onclick='x'>y</b>",
      '{{ process.env.X }}',
      '{% include /etc/passwd %}',
      '```txt file="../../../etc/passwd"\n```',
      '```txt file=<root>/.env\n```',
      '[!INCLUDE [x](../../../etc/passwd)]',
      '{{< include ../../../etc/passwd >}}',
      '[!code-csharp[](~/../secret.cs?name=x)]',
      '[!code-csharp[](..\\my secret\\one.cs#1)]',
      ':::code language="txt" source="/etc/passwd":::',
    ]) {
      const findings = await check('c.md', text);
      assert.ok(
        findings.some(({ severity }) => severity === 'error'),
        text,
      );
    }
  });

  test('in front matter', async () => {
    const workspace = openWorkspace({
      checker,
      files: await openBaseFiles(gitDir, base),
      docsRoot: '',
      overlay: {},
    });
    const allowed = { names: [], hosts: new Set<string>() };
    for (const text of [
      '---js\n{ title: process.env.X }\n---\n',
      '---\ntitle: T\nhead:\n  - - script\n    - src: //x\n---\n',
      '+++\nLayout = "other"\n+++\n',
      '{"head": ["x"]}\n',
      `---\nhead: [x]\nlong: ${'x'.repeat(70_000)}\n---\n`,
      `---\nhead: [&a 1${', *a'.repeat(200)}]\n---\n`,
    ]) {
      await workspace.write('b.mdx', text);
      assert.equal((await checkCode(workspace, allowed, ['b.mdx']))[0]?.severity, 'error', text);
    }
  });

  test('with the place and what to do', async () => {
    const [finding] = await check('b.mdx', 'x\n\n<iframe src="/x" />');
    assert.equal(finding?.line, 7);
    assert.match(finding.message, /^New embed: <iframe src="\/x">\. .*leave it out\.$/);
  });
});

describe('what is not new code passes', () => {
  const honest = {
    'a fence': '```js\nimport x from "child_process"\n{process.env.X}\n```',
    'a code span': 'Set `{process.env.X}` and `<Evil />`.',
    'a value': "export const next = '3.0'\n\n{next}, {'text'}, {/* note */}, {[1, { a: -2 }].length}".replace(
      ', {[1, { a: -2 }].length}',
      '',
    ),
    'values in attributes': '<Card title="x" cols={2} tags={["a", { b: true }]}>y</Card>',
    'what another page imports': "import Chart from '../src/chart'\n\n<Chart of={'x'} />",
    'a component that another page shows': '<Widget />',
    'a component of the framework': "import Tabs from '@theme/Tabs'\n\n<Tabs>x</Tabs>",
    'another page as a part': "import Part from './a.mdx'\n\n<Part />",
    'a picture of a host in use': '![y](https://cdn.example.com/x.png)',
    'a picture of its own': '![y](./y.png)',
  };
  for (const [what, text] of Object.entries(honest)) {
    test(what, async () => assert.deepEqual(await check('b.mdx', text), []));
  }
});

test('what the project allows, what the request names and links elsewhere make a draft', async () => {
  const severities = async (...question: Parameters<typeof check>) =>
    (await check(...question)).map(({ severity }) => severity);
  assert.deepEqual(await severities('b.mdx', '<Pricing />', ['Pricing']), ['review']);
  assert.deepEqual(await severities('b.mdx', '<iframe src="https://new.example/p" />', ['embed']), [
    'review',
    'review',
  ]);
  assert.deepEqual(await severities('b.mdx', '![x](https://new.example/p.png)', [], ['new.example']), [
    'review',
  ]);
  assert.deepEqual(await severities('b.mdx', '[x](https://new.example/p)'), ['review']);
  const workspace = openWorkspace({
    checker,
    files: await openBaseFiles(gitDir, base),
    docsRoot: '',
    overlay: {},
  });
  await workspace.write('b.mdx', '---\nredirect_to: https://new.example/p\n---\n');
  const found = await checkCode(workspace, { names: [], hosts: new Set() }, ['b.mdx']);
  assert.deepEqual(
    found.map(({ severity, message }) => [severity, message]),
    [['review', 'New link to another site: new.example']],
  );
});

test('an address that is only shown as code is no link', async () => {
  for (const [file, text] of [
    ['b.mdx', 'Send <code>https://new.example/p</code> nothing.'],
    ['b.mdx', '<pre>\n  https://new.example/p\n</pre>'],
    ['b.mdx', '`https://new.example/p`'],
    ['b.md', 'Send <code>https://new.example/p</code> nothing.'],
  ] as const)
    assert.deepEqual(await check(file, text), [], text);
  for (const text of [
    '<code>[a](https://new.example/p)</code>',
    '<code>x</code> https://new.example/p',
    '<code><a href="https://new.example/p">a</a></code>',
  ])
    for (const file of ['b.mdx', 'b.md'])
      assert.deepEqual(
        (await check(file, text)).map(({ severity }) => severity),
        ['review'],
        text,
      );
});

test('a page that takes too much to read is refused: nobody knows what it holds', async (t) => {
  const impatient = createChecker({ cpuLimit: 300, maxMegabytes: 512 });
  t.after(() => impatient.close());
  const workspace = openWorkspace({
    checker: impatient,
    files: await openBaseFiles(gitDir, base),
    docsRoot: '',
    overlay: {},
  });
  await workspace.write('b.mdx', `${'*a_ '.repeat(60_000)}\n${'['.repeat(60_000)}`);
  const found = await checkCode(workspace, { names: [], hosts: new Set() }, ['b.mdx']);
  assert.deepEqual(
    found.map(({ severity, message }) => [severity, message.split(':')[0]]),
    [['error', 'New text that takes too much to read']],
  );
});

test('code that moves to another page is known, however many pages name the same', async () => {
  const shared = Object.fromEntries(
    Array.from({ length: 30 }, (_, nth) => [`p${nth}.md`, page('See https://video.example/embed.')]),
  );
  const frame = '<iframe src="https://video.example/embed"></iframe>';
  const commit = await commitFiles(gitDir, { ...shared, 'z.md': page(frame) }, 'embeds');
  const workspace = openWorkspace({
    checker,
    files: await openBaseFiles(gitDir, commit),
    docsRoot: '',
    overlay: {},
  });
  await workspace.write('new.md', page(frame));
  workspace.remove('z.md');
  assert.deepEqual(await checkCode(workspace, { names: [], hosts: new Set() }, ['new.md']), []);
});

test('attribute lists of Markdown dialects are attributes of the site’s HTML', async () => {
  const commit = await commitFiles(gitDir, { 'docs/a.md': page('Text.') }, 'attributes');
  const told = async (text: string) => {
    const workspace = openWorkspace({
      checker,
      files: await openBaseFiles(gitDir, commit),
      docsRoot: 'docs',
      overlay: {},
    });
    await workspace.write('docs/a.md', page(text));
    const found = await checkCode(workspace, { names: [], hosts: new Set() }, ['docs/a.md']);
    return found.map(({ message }) => message.slice(0, 11));
  };
  for (const text of [
    '[x](y){: onclick="if (a) { b() }" }',
    '# Title {onclick=go()}',
    'Text\n{: .a onmouseover=go() }',
    '{:ref: onclick="go()"}',
    '::: {onclick=go()}\nx\n:::',
    // CommonMark reads these as text, or as one block that shows nothing.
    '<svg/onload=go()>',
    '<![CDATA[x>\n<b onclick=x>y</b>]]>',
  ])
    assert.deepEqual(await told(text), ['New handler'], text);
  assert.deepEqual(await told('![x](a.png){: src="//tracker.example/p.png" }'), ['New remote ']);
  assert.deepEqual(await told('{{< figure src="//tracker.example/p.png" >}}'), [
    'New remote ',
    'New templat',
  ]);
  for (const code of ['~~~\n<b onclick=x>', '- a\n\n      <b onclick=x>y</b>'])
    assert.deepEqual(await told(code), ['New handler'], 'no code to Python-Markdown');
  assert.deepEqual(await told('/// html | script\ngo()\n///'), ['New script:']);
  assert.deepEqual(await told('# Title {#id .class data-a="b"}\n\n`{onclick=x}` and { a = "b" }'), []);
});

test('scripts in the indented blocks of MkDocs are code, fenced examples there are not', async () => {
  const commit = await commitFiles(
    gitDir,
    { 'mkdocs.yml': 'site_name: x\n', 'docs/a.md': page('Text.') },
    'mkdocs',
  );
  const told = async (text: string) => {
    const workspace = openWorkspace({
      checker,
      files: await openBaseFiles(gitDir, commit),
      docsRoot: 'docs',
      overlay: {},
    });
    await workspace.write('docs/a.md', page(text));
    const found = await checkCode(workspace, { names: [], hosts: new Set() }, ['docs/a.md']);
    return found.map(({ message }) => message.slice(0, 11));
  };
  const script = '<script>x()</script>';
  assert.deepEqual(await told(`!!! note\n\n    ${script}`), ['New script:']);
  assert.deepEqual(await told(`=== "A"\n\n    ??? tip\n\n        ${script}`), ['New script:']);
  assert.deepEqual(await told(`!!! note\n\n    \`\`\`html\n\n    ${script}\n    \`\`\``), []);
  assert.deepEqual(await told(`!!! note\n\n    \`\`\`html\n\n    ${script}`), ['New script:'], 'left open');
  assert.deepEqual(await told(`    ${script}`), []);
});
