import { splitFrontMatter } from '../front-matter.ts';
import { splitProse } from '../markdown/split-prose.ts';
import { isMarkdown } from '../site/endings.ts';
import { rebaseLinks } from './rebase-links.ts';

/** An include in a page. */
export type Include = {
  /** Its offsets in the searched text. */
  start: number;
  end: number;
  /** The file as written: relative to this one, or from a source root. */
  target: string;
  /** The files that it may be, likeliest first, where the format itself says that. */
  candidates?: string[];
  /** Whether the included text is searched for includes too; by default that of Markdown is. */
  isPage?: boolean;
  /** Turns the included file's text into the replacement; `file` is its path. */
  render: (text: string, file: string) => string;
  /** Whether it stays as written when the file is not there: it may be an example of the syntax. */
  isOptional?: boolean;
};

/** Finds the includes in the text of a file, in their order; relative paths are relative to `file`. */
export type FindIncludes = (text: string, file: string) => Include[];

/** One include syntax of a framework. */
export type IncludeSyntax = {
  /** Text without any of these strings has no includes and is not searched. */
  marks: string[];
  /** Finds the includes in one piece of a page, prose or fenced code. `page` is the whole text. */
  find: (piece: string, isCode: boolean, page: string) => Include[];
};

/** Finds the includes of Markdown pages by several syntaxes. Links of an included page stay relative to it; all lines are indented as the include is. */
export const findBySyntax =
  (all: IncludeSyntax[]): FindIncludes =>
  (page, current) => {
    const syntaxes = all.filter(({ marks }) => marks.some((mark) => page.includes(mark)));
    if (syntaxes.length === 0) return [];
    let at = 0;
    return splitProse(page).flatMap(({ text, isCode }) => {
      const offset = at;
      at += text.length;
      return syntaxes
        .flatMap(({ find }) => find(text, isCode, page))
        .toSorted((one, two) => one.start - two.start)
        .map((include) => ({
          ...include,
          start: include.start + offset,
          end: include.end + offset,
          render(content: string, file: string) {
            const own = isMarkdown(file)
              ? rebaseLinks(splitFrontMatter(content).body.trim(), file, current)
              : content;
            return indentAfterFirst(include.render(own, file), indentBefore(text, include.start));
          },
        }));
    });
  };

/** Blanks, where nothing else stands before a place on its line. */
function indentBefore(text: string, place: number): string {
  const line = text.slice(Math.max(0, place - maxIndent), place);
  return /(?:^|\n)([ \t]*)$/.exec(line)?.[1] ?? '';
}

/** The includes that a tag is. @param read which file it names, what replaces it, and where it begins, if not at once */
export const includesOf = (
  piece: string,
  tag: RegExp,
  read: (found: RegExpExecArray) => Omit<Include, 'start' | 'end'> & { start?: number },
): Include[] =>
  Array.from(piece.matchAll(tag), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
    ...read(found),
  }));

/**
 * Includes of whole pages by a tag, whose first group is the file as written.
 * @param mark text without it has no such tag
 */
export const tagIncludes = (mark: string, tag: RegExp): IncludeSyntax => ({
  marks: [mark],
  find: (piece, isCode) =>
    isCode ? [] : includesOf(piece, tag, ([, target = '']) => ({ target, render: (text) => text.trim() })),
});

/** The lines of a `#region name` (VS Code's folding marks) or `[start:name]`; null when there is no such region. */
export function regionOf(text: string, name: string): string | null {
  const lines = text.split('\n');
  const isMark = (line: string, word: RegExp): boolean =>
    word.test(line) && line.split(/[^\w.-]+/).includes(name);
  const start = lines.findIndex((line) => isMark(line, /#\s*region\b|\[start:|snippet-start/i));
  if (start < 0) return null;
  const end = lines.findIndex(
    (line, at) =>
      at > start &&
      (isMark(line, /#\s*endregion\b|\[end:/i) || /#\s*endregion\s*(?:-->|\*\/)?$/i.test(line.trim())),
  );
  return lines.slice(start + 1, end < 0 ? lines.length : end).join('\n');
}

/** Lines `from` to `to`, counted from 1, as `3,10`, `3,` or `,10` say. */
export function linesOf(text: string, range: string): string {
  const [from = '', to = ''] = range.split(/[,:-]/);
  const lines = text.split('\n');
  return lines.slice(Math.max(0, Number(from || 1) - 1), to === '' ? lines.length : Number(to)).join('\n');
}

/** The lines that ranges such as `3-10`, `3-`, `-10` and `3..-1` name, with any separator; `12` is line 12 alone. */
export function linesOfRanges(text: string, ranges: string[], separator: '-' | ':' | '..'): string {
  const named = ranges.map((range) => range.trim()).filter((range) => range !== '');
  const spans = named.map((range): [from: number, end: number] => {
    const [from = '', to = from] = range.split(separator);
    return [Number(from || 1) - 1, to === '' || Number(to) < 0 ? Infinity : Number(to)];
  });
  return linesIn(text.split('\n'), spans).join('\n');
}

/**
 * The lines of several ranges, each from an index to another before which it ends. A line may come twice, but no more
 * lines than the file has: a thousand ranges of a large file would exhaust memory.
 */
function linesIn(lines: string[], ranges: [from: number, end: number][]): string[] {
  const taken: string[] = [];
  for (const [from, end] of ranges) {
    for (const line of lines.slice(Math.max(0, from), end)) taken.push(line);
    if (taken.length > lines.length) return taken.slice(0, lines.length);
  }
  return taken;
}

/** Characters of an indent, and those that indenting may add to an included text. */
const maxIndent = 200;
const maxIndented = 1_000_000;

/** The indent of an included text, as far as it may be indented. */
export function boundedIndent(indent: string, lines: number): string {
  return indent.slice(0, Math.ceil(maxIndented / Math.max(1, lines)));
}

/** Indents every line but the first, which replaces the include itself. */
function indentAfterFirst(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll('\n', `\n${boundedIndent(indent, text.split('\n').length)}`);
}
