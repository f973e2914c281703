import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Heading } from 'mdast';
import { assignAnchors, countedAnchors, githubAnchors } from './anchors.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { pythonAnchors } from './python-anchors.ts';

const heading = (value: string): Heading => ({
  type: 'heading',
  depth: 2,
  children: [{ type: 'text', value }],
});
const titleOf = ({ children: [text] }: Heading) => (text?.type === 'text' ? text.value : '');

test('equal headings count on, past ids that are taken', () => {
  const counted = countedAnchors(titleOf);
  const titles = ['a', 'a-2', 'a', 'a', 'a-2', 'a', 'a-1'];
  assert.deepEqual(titles.map(heading).map(counted), ['a', 'a-2', 'a-1', 'a-3', 'a-2-1', 'a-4', 'a-1-1']);
  const python = ['a', 'a_2', 'a', 'a', 'a_2', 'a', '', ''].map(heading).map(pythonAnchors({}));
  assert.deepEqual(python, ['a', 'a_2', 'a_1', 'a_3', 'a_4', 'a_5', '_1', '_2']);
});

test('a page of many equal headings ends soon', () => {
  // With a search from the start for each, this would take longer than a run may.
  const last = (make: (heading: Heading) => string) =>
    Array.from({ length: 300_000 }, () => make(heading('a'))).at(-1);
  assert.equal(last(countedAnchors(titleOf)), 'a-299999');
  assert.equal(last(pythonAnchors({})), 'a_299999');
});

test('a link can point to a footnote as each renderer names it', () => {
  const anchorsOf = (body: string) => assignAnchors(parseMarkdown(body, 'markdown'), githubAnchors());
  const found = anchorsOf('# A\n\nb[^n] c[^2]\n\n[^n]: Text\n[^2]: Other');
  const linked = [
    'footnote-label',
    'user-content-fn-n',
    'user-content-fnref-2',
    'fn:n',
    'fnref:2',
    'fn1',
    'fnref2',
  ];
  assert.deepEqual(
    linked.filter((anchor) => !found.includes(anchor)),
    [],
  );
  assert.equal(found.includes('fn3'), false);
  assert.deepEqual(anchorsOf('# A\n\nb[^n]'), ['a']);
});
