import {
  indentAfterFirst,
  linesOf,
  regionOf,
  type Include,
  type IncludeSyntax,
} from '../../includes/include-syntax.ts';

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
