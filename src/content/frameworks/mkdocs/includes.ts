import {
  type Include,
  type IncludeSyntax,
  indentAfterFirst,
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
  find(piece) {
    const tags = piece.matchAll(
      /^([ \t]*)(.{0,200}?)\{!>?[ \t]{0,80}["']?([\w./@ -]{1,300}?)["']?[ \t]*(?:\[ln:([\d,-]{1,200})\][ \t]*|!lines=([\d -]{1,200}))?!\}/gm,
    );
    return Array.from(
      tags,
      ({ 0: tag, 1: space = '', 2: before = '', 3: target = '', 4: ln, 5: lines, index }) => {
        const indent = before === '' ? space : '';
        const ranges = (ln ?? lines ?? '').split(/[ ,]+/).filter((range) => range !== '');
        return {
          start: index + space.length + before.length,
          end: index + tag.length,
          target,
          isOptional: true,
          render: (text: string) => {
            const part = ranges.length === 0 ? text : linesOfRanges(text, ranges, '-');
            return indentAfterFirst(part.trimEnd(), indent);
          },
        };
      },
    );
  },
};

/** `{* ../../src/app.py ln[1:8,12] hl[3] *}` includes a file, or lines of it, as code. https://github.com/tiangolo/markdown-include-variants */
export const codeIncludes: IncludeSyntax = {
  marks: ['{*'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(/^([ \t]*)\{\*[ \t]+([^\s*]+)((?:[^\S\n][^*\n]*)?)\*\}[ \t]*$/gm);
    return Array.from(tags, ({ 0: tag, 1: indent = '', 2: target = '', 3: options = '', index }) => ({
      start: index,
      end: index + tag.length,
      target,
      render: (text: string, file: string) => {
        const ranges = /\bln\[([\d:,]+)\]/.exec(options)?.[1]?.split(',') ?? [];
        const part = ranges.length === 0 ? text : linesOfRanges(text, ranges, ':');
        const code = fenced(part.trimEnd(), file.slice(file.lastIndexOf('.') + 1));
        return indent + indentAfterFirst(code, indent);
      },
    }));
  },
};

/**
 * `--8<-- "file.md"`, also with `:section` or `:3:10`, and a list of files between two `--8<--` lines; in prose
 * and in fenced code. https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
 */
export const snippetIncludes: IncludeSyntax = {
  marks: ['8<-'],
  find(piece) {
    const lines = Array.from(
      piece.matchAll(/^([ \t]*)-{1,2}8<-{1,2}[ \t]+["']([^"'\n]+)["'][ \t]*$/gm),
      ({ 0: line, 1: indent = '', 2: target = '', index }) => include(index, line.length, indent, target),
    );
    const blocks = piece.matchAll(/^([ \t]*)-{1,2}8<-{1,2}[ \t]*\n([^<]*?)\n[ \t]*-{1,2}8<-{1,2}[ \t]*$/gm);
    return [...lines, ...Array.from(blocks).flatMap(includesOfBlock)];
  },
};

/** One include per line of a block; together they replace the whole block with its marks and comments. */
function includesOfBlock({ 0: block, 1: indent = '', 2: listed = '', index }: RegExpExecArray): Include[] {
  let at = index + block.indexOf(listed);
  const includes = listed.split('\n').flatMap((line) => {
    const start = at;
    at += line.length + 1;
    const target = line.trim();
    return target === '' || target.startsWith(';') ? [] : [include(start, line.length, indent, target)];
  });
  const [first] = includes;
  if (first !== undefined) first.start = index;
  for (const [position, one] of includes.entries()) {
    const next = includes[position + 1];
    one.end = next === undefined ? index + block.length : next.start - 1;
  }
  return includes;
}

function include(start: number, length: number, indent: string, written: string): Include {
  const [, target = written, part] = /^(.*?)(?::([\w-]+(?::\d*)?|:\d+))?$/.exec(written) ?? [];
  return {
    start,
    end: start + length,
    target,
    render: (text) => indent + indentAfterFirst(partOf(text, part).trimEnd(), indent),
  };
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
