import {
  type Include,
  includesOf,
  type IncludeSyntax,
  linesOf,
  linesOfRanges,
  regionOf,
} from '../../includes/include-syntax.ts';
import { fenced } from '../../markdown/section-text.ts';

/**
 * `{!file.md!}` of Markdown's include extensions, in prose and in code, with lines as `{!file.py!lines=1-3 8!}` or
 * `{! file.py [ln:1-3,8-] !}`. https://github.com/cmacmac/markdown-include https://github.com/neurobin/mdx_include
 */
export const bangIncludes: IncludeSyntax = {
  marks: ['{!'],
  find: (piece) =>
    includesOf(
      piece,
      /\{!>?[ \t]{0,80}["']?([\w./@ -]{1,300}?)["']?[ \t]*(?:\[ln:([\d,-]{1,200})\][ \t]*|!lines=([\d -]{1,200}))?!\}/g,
      ([, target = '', ln, lines]) => ({
        target,
        isOptional: true,
        render: (text) => rangesOf(text, (ln ?? lines)?.split(/[ ,]+/), '-'),
      }),
    ),
};

/** `{* ../../src/app.py ln[1:8,12] hl[3] *}` includes a file, or lines of it, as code. https://github.com/tiangolo/markdown-include-variants */
export const codeIncludes: IncludeSyntax = {
  marks: ['{*'],
  find: (piece, isCode) =>
    isCode
      ? []
      : includesOf(
          piece,
          /^([ \t]*)\{\*[ \t]+([^\s*]+)((?:[^\S\n][^*\n]*)?)\*\}[ \t]*$/gm,
          ({ 1: indent = '', 2: target = '', 3: options = '', index }) => ({
            start: index + indent.length,
            target,
            render(text, file) {
              const part = rangesOf(text, /\bln\[([\d:,]+)\]/.exec(options)?.[1]?.split(','), ':');
              return fenced(part, file.slice(file.lastIndexOf('.') + 1));
            },
          }),
        ),
};

function rangesOf(text: string, ranges: string[] | undefined, separator: '-' | ':'): string {
  return (ranges === undefined ? text : linesOfRanges(text, ranges, separator)).trimEnd();
}

/**
 * `--8<-- "file.md"`, also with `:section` or `:3:10`, and a list of files between two `--8<--` lines; in prose
 * and in fenced code. https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
 */
export const snippetIncludes: IncludeSyntax = {
  marks: ['8<-'],
  find(piece) {
    const lines = includesOf(
      piece,
      /^([ \t]*)-{1,2}8<-{1,2}[ \t]+["']([^"'\n]+)["'][ \t]*$/gm,
      ({ 1: indent = '', 2: target = '', index }) => ({
        start: index + indent.length,
        ...include(target),
      }),
    );
    const blocks = piece.matchAll(/^([ \t]*)-{1,2}8<-{1,2}[ \t]*\n([^<]*?)\n[ \t]*-{1,2}8<-{1,2}[ \t]*$/gm);
    return [...lines, ...Array.from(blocks).flatMap(includesOfBlock)];
  },
};

/** One include per line of a block; together they replace the whole block with its marks and comments. */
function includesOfBlock({ 0: block, 1: indent = '', 2: listed = '', index }: RegExpExecArray): Include[] {
  let at = index + block.indexOf(listed);
  const includes = listed.split('\n').flatMap((line) => {
    const begin = at;
    at += line.length + 1;
    const target = line.trim();
    const isNamed = target !== '' && !target.startsWith(';');
    return isNamed ? [{ begin, start: begin + line.indexOf(target), end: 0, ...include(target) }] : [];
  });
  for (const [nth, one] of includes.entries()) {
    if (nth === 0) one.start = index + indent.length;
    one.end = (includes[nth + 1]?.begin ?? index + block.length + 1) - 1;
  }
  return includes;
}

function include(written: string): Pick<Include, 'target' | 'render'> {
  const [, target = written, part] = /^(.*?)(?::([\w-]+(?::\d*)?|:\d+))?$/.exec(written) ?? [];
  return { target, render: (text) => partOf(text, part).trimEnd() };
}

function partOf(text: string, part: string | undefined): string {
  if (part === undefined) return withoutMarks(text);
  if (/^\d*(?::\d*)?$/.test(part)) return linesOf(text, part);
  return withoutMarks(regionOf(text, part) ?? text);
}

const isMark = /--8<-- \[(?:start|end):/;

function withoutMarks(text: string): string {
  return text.includes('--8<-- [')
    ? text
        .split(/(?<=\n)/)
        .filter((line) => !isMark.test(line))
        .join('')
    : text;
}
