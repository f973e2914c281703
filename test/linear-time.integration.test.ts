// Text from outside costs no more CPU than its length explains: a server that one request can stop is no server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSphinxIncludes } from '../src/content/frameworks/sphinx-includes.ts';
import { findHugoTags } from '../src/content/markdown/hugo-tags.ts';
import { parseMarkdown } from '../src/content/markdown/parse-markdown.ts';
import { cpuTime } from './helpers/cpu-time.ts';
import { hardTexts, type SourceRegex, sourceRegexes } from './helpers/source-regexes.ts';

const length = 4_000;
/** A pattern that looks at each character a few times stays below; one that is quadratic is at hundreds or more. */
const suspectFactor = 30;
/** Of the time, for text of four times the length: 4 where it is linear, 16 where it is quadratic. */
const maxGrowth = 8;

test('no regular expression of the source backtracks for long', () => {
  const plain = 'The quick brown fox, 12 of them. '.repeat(100_000 / 33);
  const perCharacter = cpuTime(() => plain.match(/\w+|[^\w\s]/g)) / plain.length;
  const slow = sourceRegexes()
    .filter(({ pattern }) => /[+*{]/.test(pattern))
    .flatMap((regex) => {
      const hard = hardText(regex, perCharacter * length * suspectFactor);
      return hard ? [`${regex.where} /${regex.pattern}/ for ${JSON.stringify(hard.slice(0, 30))}`] : [];
    });
  assert.deepEqual(slow, []);
});

/** One of its texts for which the time of a pattern grows faster than the text, and is no less than `suspect`. */
function hardText(regex: SourceRegex, suspect: number): string | undefined {
  const pattern = new RegExp(regex.pattern, regex.flags);
  const timeOf = (text: string, enough: number) => cpuTime(() => void text.replace(pattern, ''), 3, enough);
  const longer = hardTexts(regex, 4 * length);
  return hardTexts(regex, length).find((text, which) => {
    const time = timeOf(text, suspect);
    return time >= suspect && timeOf(longer[which]!, maxGrowth * time) > maxGrowth * time;
  });
}

/** Of the time for plain text, for which a parser looks at each character a few times. */
const maxFactor = 100;

test('no colons make the parser of containers slow', () => {
  const timeOf = (line: string, { start = '', enough = 0 } = {}) => {
    const text = `:::note\n\n${start}${line.repeat(160_000 / line.length)}`;
    return cpuTime(() => void parseMarkdown(text, 'markdown', { directives: true }), 3, enough);
  };
  const enough = timeOf('The quick brown fox\n') * maxFactor;
  const hard = [':::\n', 'a\n:::\n', '> :::\n', 'a :::x[y] ', ':x{a="', 'a: b ', '::: ', '12:30 '];
  const slow = hard.filter((line) => timeOf(line, { enough }) > enough);
  assert.deepEqual(slow, []);
  assert.ok(timeOf('|:x: |12:30|\n', { start: '|a|b|\n|-|-|\n', enough }) < enough);
});

test('no marks without an end make the search for includes slow, which the server itself does', () => {
  const cases: [find: (text: string) => unknown, marks: string][] = [
    [findHugoTags, '{{% a "'],
    [findHugoTags, '{{< a '],
    [(text) => findSphinxIncludes(text, 'a.md', ''), '```{include} a\n'],
    [(text) => findSphinxIncludes(text, 'a.md', ''), ':::{include} a\n'],
  ];
  const slow = cases.filter(([find, marks]) => {
    const timeOf = (length: number) => cpuTime(() => void find(marks.repeat(length / marks.length)));
    return timeOf(200_000) > 40 * Math.max(2_000, timeOf(20_000));
  });
  assert.deepEqual(slow, []);
});
