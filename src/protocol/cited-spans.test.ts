import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citedSpans } from './cited-spans.ts';

/** What each `([n](…))` of a text supports. */
function cited(text: string): string[] {
  const marks = [...text.matchAll(/\(\[\d\]\([^)]*\)\)/g)].map(({ 0: link, index }) => ({
    start: index,
    end: index + link.length,
  }));
  return citedSpans(text, marks).map(({ start, end }) => text.slice(start, end));
}

const a = '([1](https://x.dev/a.b?c=D.E!F#g))';
const b = '([2](/b))';
const code = '```sh\nnpm ci\n\nnpm start\n```';

const cases: Record<string, [text: string, ...supported: string[]][]> = {
  'the sentence before, with the citation before or after its end': [
    [`One. Run \`npm ci\` ${a}. Three.`, 'Run `npm ci`'],
    [`One. Run it now. ${a} Three.`, 'Run it now.'],
    [`One! Is it? ${a} Yes ${b}.`, 'Is it?', 'Yes'],
    [`It starts ${a} and stops ${b}.`, 'It starts', 'and stops'],
    [`It starts ${a}, then stops ${b}.`, 'It starts', 'then stops'],
    [`It starts. ${a} ${b}`, 'It starts.', 'It starts.'],
    [`Soft\nwrapped\nlines. All of\nthis ${a}.`, 'All of\nthis'],
    [`First.\n\nSecond ${a}.`, 'Second'],
    [`## Title\nText ${a}`, 'Text'],
    [`> Quoted. Said so ${a}.`, 'Said so'],
    [`${a} is where it says so. More.`, 'is where it says so.'],
    [`${a}`, a],
  ],
  'what ends no sentence': [
    ['Use a proxy, e.g. Squid, with v2.1.3 of Node.js on docs.example.com ' + a, 'Use a proxy, e.g. Squid, with v2.1.3 of Node.js on docs.example.com'], // prettier-ignore
    [`One. Call \`a.b! C.d\` or [this? That.](https://x.dev/?a=B.C) ${a}.`, 'Call `a.b! C.d` or [this? That.](https://x.dev/?a=B.C)'], // prettier-ignore
    [`**Note.** Do *this.* ${a}`, 'Do *this.*'],
    [`Nutzen Sie z. B. Docker ${a}. Dann p. ex. Podman ${b}.`, 'Nutzen Sie z. B. Docker', 'Dann p. ex. Podman'], // prettier-ignore
  ],
  'every language': [
    [`プロキシを設定します。次に再起動します${a}。終わり。`, '次に再起動します'],
    [`これは一つ。これは二つ。${a}三つ${b}`, 'これは二つ。', '三つ'],
    [`这是第一句。第二句！第三句？${a}`, '第三句？'],
    [`नमस्ते। यह दूसरा वाक्य है ${a}।`, 'यह दूसरा वाक्य है'],
    [`مرحبا. هل يعمل؟ ${a}`, 'هل يعمل؟'],
    [`😀 Ok. 👩‍👩‍👧 Done ${a}.`, '👩‍👩‍👧 Done'],
  ],
  'a list item': [
    [`Steps:\n\n1. Install. Then wait ${a}.\n2. Run ${b}`, 'Install. Then wait', 'Run'],
    [`- [x] One ${a}\n  - Two\n    goes on ${b}.`, 'One', 'Two\n    goes on'],
    [`* **Linux**: \`apt\` ${a}; or snap ${b}`, '**Linux**: `apt`', 'or snap'],
    [`You need:\n- this\n- that\n\n${a}`, 'this\n- that'],
  ],
  'a table row': [
    [`| Name | Value |\n| --- | --- |\n| port | 80 ${a} |\n| host | x ${b} |`, 'port | 80', 'host | x'],
    [`|a|b|\n|-|-|\n|c ${a}|d ${b}|`, 'c', 'd'],
    [`|a|b|\n|-|-|\n|c|d|\n|e|f|\n\n${a}`, 'a|b|\n|-|-|\n|c|d|\n|e|f'],
    [`a | b\n--- | ---\nc | d ${a}`, 'c | d'],
  ],
  'a code block': [
    [`Run:\n\n${code}\n\n${a}`, code],
    [`Run:\n\n${code}\n${a} Then. Stop ${b}.`, code, 'Stop'],
    [`1. Run:\n   ${code.replaceAll('\n', '\n   ')}\n   ${a}`, code.replaceAll('\n', '\n   ')],
    [`~~~\n- x ${a}\n~~~`, `~~~\n- x ${a}\n~~~`],
    [`\`\`\`\nnever closed ${a}`, `\`\`\`\nnever closed ${a}`],
  ],
};
for (const [name, texts] of Object.entries(cases)) {
  test(`a citation spans ${name}`, () => {
    for (const [text, ...supported] of texts) assert.deepEqual(cited(text), supported, text);
  });
}
