import { type Include, includesOf, type IncludeSyntax } from './include-syntax.ts';

/**
 * `{% include "part.md" %}` (GitBook), `{% include-markdown "part.md" start="<!--from-->" end="<!--to-->" %}` (MkDocs) and
 * `{% partial file="/_part.md" /%}` (Markdoc).
 */
export const percentIncludes: IncludeSyntax = {
  marks: ['{%'],
  find: (piece, isCode) => (isCode ? [] : findTags(piece)),
};

/** Of MkDocs, in code too: there it may also be an example of Jinja, which names no file of the repository. */
export const markdownIncludes: IncludeSyntax = {
  marks: ['{%'],
  find: (piece, isCode) => findTags(piece).map((tag) => (isCode ? { ...tag, isOptional: true } : tag)),
};

function findTags(piece: string): Include[] {
  return includesOf(
    piece,
    /\{%-?[ \t\n]*(?:include|include-markdown|partial)[ \t\n]+(?:file=)?["']([^"'\n]+)["']([^%]{0,1000})%\}/g,
    ([, target = '', options = '']) => ({
      target,
      render: (text) => shifted(partOf(text, options), options),
    }),
  );
}

/** What is between the marks that the options name. https://github.com/mondeja/mkdocs-include-markdown-plugin */
function partOf(text: string, options: string): string {
  const [start, end] = [optionOf(options, 'start'), optionOf(options, 'end')];
  const from = start === null ? -1 : text.indexOf(start);
  const after = start === null || from < 0 ? text : text.slice(from + start.length);
  const to = end === null ? -1 : after.indexOf(end);
  const part = to < 0 ? after : after.slice(0, to);
  return part === text ? text : part.trim();
}

function optionOf(options: string, name: string): string | null {
  const [, double, single] =
    new RegExp(`(?:^|\\s)${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|'((?:[^'\\\\]|\\\\.)*)')`).exec(options) ?? [];
  const value = double ?? single;
  if (value === undefined || value === '') return null;
  return value.replaceAll(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
}

/** `heading-offset=1` makes each heading one level lower. */
function shifted(text: string, options: string): string {
  const offset = Number(/(?:^|\s)heading-offset=["']?([1-5])/.exec(options)?.[1] ?? 0);
  return offset === 0
    ? text
    : text.replaceAll(/^#{1,6}(?=[ \t])/gm, (marks) => `${'#'.repeat(offset)}${marks}`.slice(0, 6));
}
