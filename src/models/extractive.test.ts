import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { createExtractiveModel } from './extractive.ts';
import { pickSentences } from './pick-sentences.ts';
import { runTurn } from './run-turn.ts';

const terms = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
const sections = [
  {
    id: 's1',
    title: 'Install › Linux',
    url: '/install#linux',
    version: null,
    text: 'Docent runs on Linux. Install it on Linux with the package manager:\n\n```sh\napt install docent\n```\n\nIt is green.',
  },
  {
    id: 's2',
    title: 'Colours',
    url: '/colours',
    version: null,
    text: 'Colours can be changed. Nothing else matters.',
  },
];

async function answerTo(question: string, evidence: Evidence): Promise<string> {
  const prompt = [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: question },
        {
          type: 'text' as const,
          text: '',
          providerOptions: { docent: { evidence: structuredClone(evidence) } },
        },
      ],
    },
  ];
  let text = '';
  for await (const event of runTurn(
    [createExtractiveModel(terms)],
    prompt,
    [],
    new AbortController().signal,
  )) {
    if (event.type === 'text') text += event.delta;
  }
  return text;
}

test('it answers with the sentence that says most, its code block and its citation', async () => {
  const text = await answerTo('How do I install on Linux?', { answerable: true, sections });
  assert.match(text, /^From the docs:/);
  assert.match(
    text,
    /Install it on Linux with the package manager:\n\n```sh\napt install docent\n```\n? \[\[s1\]\]/,
  );
  assert.doesNotMatch(text, /green|Colours/);
});

test('it says plainly when the docs do not hold the answer, and names the nearest sections', async () => {
  const text = await answerTo('How do I bake bread?', { answerable: false, sections });
  assert.match(text, /do not seem to answer this/);
  assert.match(text, /\[\[s1\]\]/);
});

test('it says so as well when nothing was found at all', async () => {
  assert.equal(
    await answerTo('Anything?', { answerable: false, sections: [] }),
    'The docs do not seem to answer this.[[unanswered]]',
  );
});

test('a list comes along with the sentence that introduces it, and titles cut short are no answer', () => {
  const text =
    'Use it when:\n\n- it is slow\n- it is big\n\n## More\n\n- When to use it...\n- Use it, or not…';
  const [picked] = pickSentences(
    'when to use it',
    [{ ...sections[1]!, text }],
    (words) => words.toLowerCase().match(/[a-z]+/g) ?? [],
  );
  assert.equal(picked?.text, 'Use it when:\n\n- it is slow\n- it is big');
});

test('code that is too long for an answer stays where it is, with the sentence that introduces it', () => {
  const text = `Set the proxy here. Set the proxy so:\n\n\`\`\`sh\n${'proxy '.repeat(300)}\n\`\`\``;
  const [picked] = pickSentences('set proxy', [{ ...sections[1]!, text }], terms);
  assert.equal(picked?.text, 'Set the proxy here.');
});

test('the first sentence of a section is what its heading speaks of', () => {
  const title = 'Configure the manual network';
  const text =
    'Not every app needs a proxy. A proxy helps. Configure this. Manual that. Network too. Other things. Last words.';
  const [picked] = pickSentences('configure manual network proxy', [{ ...sections[1]!, title, text }], terms);
  assert.equal(picked?.text, 'Not every app needs a proxy.');
});

test('a sentence is only picked for words of its own, not for its heading alone', () => {
  assert.deepEqual(pickSentences('linux', [{ ...sections[1]!, title: 'Linux' }], terms), []);
});
