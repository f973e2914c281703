import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { renderExcerpts, renderMarkdown } from './render-answer.ts';

const answer = `From the docs:

**Install › Usage** ([1](https://acme.example/install#usage))

Add it to \`package.json\`, **once**. See [the API](https://acme.example/api).

**npm**

\`\`\`sh
npm install acme
\`\`\`

**pnpm**

\`\`\`sh
pnpm add acme
\`\`\`

Then start it.

**Options** ([2](/options))

- \`port\`: 1\\_000

*These are excerpts of the docs, not written by a language model.*

---

1. [Install](https://acme.example/install)
2. [Options](/options)`;

test('a terminal shows the best excerpt with one package manager, and names the others', () => {
  const shown = renderExcerpts(answer, false);
  assert.equal(
    stripVTControlCharacters(shown),
    `Install › Usage

Add it to package.json, once. See the API.

npm

    npm install acme

Then start it.

1 more (--all):
• Options /options`,
  );
  assert.ok(shown.includes('\u001b]8;;https://acme.example/install#usage\u0007'));
  assert.ok(shown.includes('\u001b[1monce\u001b[22m'));
  const all = stripVTControlCharacters(renderExcerpts(answer, true));
  assert.ok(all.endsWith('Options /options\n\n• port: 1_000'), all);
});

test('what is no excerpt is shown as it is written', () => {
  const refusal = 'The docs do not seem to answer this. The nearest sections:\n\n- Start [1](/start)';
  assert.equal(
    stripVTControlCharacters(renderExcerpts(refusal, false)),
    'The docs do not seem to answer this. The nearest sections:\n\n• Start 1',
  );
  const code = renderMarkdown('## Title\n\n~~~\n**not bold** [a](https://b.example)\n~~~\n\n> *quoted*');
  assert.equal(
    stripVTControlCharacters(code),
    'Title\n\n    **not bold** [a](https://b.example)\n\n│ quoted',
  );
});
