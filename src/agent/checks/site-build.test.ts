import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commitFiles, temporaryFolder } from '../../../test/helpers/repository.ts';
import { openBaseFiles } from '../base-files.ts';
import { openWorkspace } from '../workspace.ts';
import { checkCode } from './check-code.ts';
import { checker } from '../../../test/helpers/checker.ts';

const folder = await temporaryFolder({ after });

const fence = (code: string, info = '') => `\`\`\`${info}\n${code}\n\`\`\``;

/** What builds run of code that Markdown only shows, and what they do not. */
const sites = {
  Jekyll: {
    files: { '_config.yml': 'title: x' },
    refused: [
      fence('{% include_relative .env %}', 'yaml'),
      'Set `{{ site.github.build_revision }}`.',
      fence('{% raw %}{{ a }}{% endraw %}{{ b }}'),
      '{% comment %}{% raw %}{% endcomment %}{{ b }}{% comment %}{% endraw %}{% endcomment %}',
    ],
    passed: [
      `{% raw %}\n${fence('{{ site.x }}')}\n{% endraw %}`,
      '[x]({% link docs/a.md %})',
      fence('<<<<<<< HEAD', 'diff'),
    ],
  },
  Eleventy: {
    files: { 'eleventy.config.mjs': '' },
    refused: [fence('{{ x }}')],
    passed: [fence('a: 1', 'yaml')],
  },
  'MkDocs with macros': {
    files: { 'mkdocs.yml': 'plugins:\n- macros\n' },
    refused: [fence("{{ ''.__class__ }}"), `!!! note\n\n    ${fence('{{ x }}').replaceAll('\n', '\n    ')}`],
    passed: [`{% raw %}\n${fence('{{ x }}')}\n{% endraw %}`],
  },
  MkDocs: {
    files: { 'mkdocs.yml': 'site_name: x\n' },
    refused: [
      fence('--8<-- "/etc/passwd"'),
      fence('--8<-- "https://x.example/a"'),
      fence('{!../../etc/passwd!}'),
      '{%\n   include-markdown "../../../etc/passwd"\n%}',
      '--8<--\n../../../etc/passwd\n--8<--',
      fence('print(1)', 'python exec="true"'),
    ],
    passed: [
      fence('{{ x }}'),
      fence('--8<-- "docs/part.txt:one"'),
      ';--8<-- "none.txt"',
      '--8<--\ndocs/part.txt\n--8<--',
      fence('{!docs/part.txt!}'),
    ],
  },
  'MkDocs with an inherited configuration': {
    files: { 'mkdocs.yml': 'INHERIT: base.yml\n' },
    refused: [fence('{{ x }}')],
    passed: [],
  },
  Hugo: {
    files: { 'hugo.toml': '' },
    refused: [fence('{{< readfile "/etc/passwd" >}}')],
    passed: [fence('{{</* readfile "x" */>}}'), fence('${{ secrets.X }}'), '[x]({{< ref "a.md" >}})'],
  },
  mdBook: {
    files: { 'book.toml': '' },
    refused: [
      fence('{{#include ../../../etc/passwd}}', 'rust'),
      fence('{{#rustdoc_include none.rs:2}}', 'rust'),
    ],
    passed: [
      fence('{{#include part.txt:2:3}}', 'rust'),
      '{{#include ../docs/part.txt}}',
      fence('{{ helm }}', 'yaml'),
    ],
  },
  VitePress: {
    files: { 'docs/.vitepress/config.ts': 'export default {}' },
    refused: ['<<< @/../../secret.txt', '<!--@include: ../../../.env-->'],
    passed: ['<<< ./part.txt{2}', '<!-- @include: ./part.txt{1,2} -->', fence('cat <<< $x', 'bash')],
  },
  'Sphinx with MyST': {
    files: { 'conf.py': '' },
    refused: [
      fence('<script>x()</script>', '{raw} html'),
      ':::{raw} html\n<script>x()</script>\n:::',
      `${fence('', '{note}')}\n\n> ${fence('import os', '{code-cell} ipython3').replaceAll('\n', '\n> ')}`,
      fence('.. raw:: html\n\n   <script>x()</script>', '{eval-rst}'),
      fence('', '{literalinclude} ../../../etc/passwd'),
      fence('', '{image} https://tracker.example/p.png'),
      fence('import os', '{code-cell} python'),
    ],
    passed: [
      fence('x = 1', '{code-block} python'),
      fence('Text', '{note}'),
      fence('', '{literalinclude} part.txt'),
      fence('{{ x }}', 'jinja'),
      fence('print("known")', '{code-cell} python'),
    ],
  },
  'R Markdown': {
    files: { 'index.Rmd': '' },
    refused: [fence('system("id")', '{r}'), fence('import os', '{python, echo=FALSE}')],
    passed: [fence('x <- 1', 'r')],
  },
  Docusaurus: {
    files: { 'docusaurus.config.js': '' },
    refused: [fence('fetch("https://x.example")', 'jsx live')],
    passed: [fence('{{ x }}'), fence('fetch(x)', 'jsx title="live.js"')],
  },
};

const before = fence('print("known")', '{code-cell} python');

for (const [name, { files, refused, passed }] of Object.entries(sites)) {
  describe(`What ${name} runs within code`, async () => {
    const pages = { 'docs/a.md': `# A\n\n${before}\n`, 'docs/part.txt': 'Part', 'docs/b.md': '# B\n' };
    const gitDir = join(folder, `${name}.git`);
    const base = await commitFiles(gitDir, { ...files, ...pages });
    const check = async (text: string) => {
      const workspace = openWorkspace({
        checker,
        files: await openBaseFiles(gitDir, base),
        docsRoot: '',
        overlay: {},
      });
      await workspace.write('docs/b.md', `# B\n\n${text}\n`);
      const found = await checkCode(workspace, { names: [], hosts: new Set() }, ['docs/b.md']);
      return found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    };
    for (const text of refused)
      test(`is refused: ${text}`, async () => assert.notDeepEqual(await check(text), []));
    for (const text of passed)
      test(`and what it only shows passes: ${text}`, async () => assert.deepEqual(await check(text), []));
  });
}

test('A directive of reStructuredText that runs code is known by its code', async () => {
  const cell = (code: string) => `A\n=\n\n.. jupyter-execute::\n\n   ${code}\n`;
  const gitDir = join(folder, 'cells.git');
  const base = await commitFiles(gitDir, { 'conf.py': '', 'a.rst': cell('1') });
  const check = async (code: string) => {
    const workspace = openWorkspace({
      checker,
      files: await openBaseFiles(gitDir, base),
      docsRoot: '',
      overlay: {},
    });
    await workspace.write('b.rst', cell(code));
    return checkCode(workspace, { names: [], hosts: new Set() }, ['b.rst']);
  };
  assert.deepEqual(await check('1'), []);
  assert.equal((await check('import os'))[0]?.severity, 'error');
});
