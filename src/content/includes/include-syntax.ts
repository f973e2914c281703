/** An include in a page. */
export type Include = {
  /** Its offsets in the searched text. */
  start: number;
  end: number;
  /** The file as written: relative to this one, or from a source root. */
  target: string;
  /** Turns the included file's text into the replacement; `file` is its path. */
  render: (text: string, file: string) => string;
  /** Whether it stays as written when the file is not there: it may be an example of the syntax. */
  isOptional?: boolean;
};

/** One include syntax of a framework. */
export type IncludeSyntax = {
  /** Text without any of these strings has no includes and is not searched. */
  marks: string[];
  /** Finds the includes in one piece of a page, prose or fenced code. `page` is the whole text. */
  find: (piece: string, isCode: boolean, page: string) => Include[];
};

/**
 * Includes of whole pages by a tag, whose first group is the file as written.
 * @param mark text without it has no such tag
 */
export const tagIncludes = (mark: string, tag: RegExp): IncludeSyntax => ({
  marks: [mark],
  find: (piece, isCode) =>
    isCode
      ? []
      : Array.from(piece.matchAll(tag), ({ 0: whole, 1: target = '', index }) => ({
          start: index,
          end: index + whole.length,
          target,
          render: (text) =>
            indentAfterFirst(
              text.trim(),
              /^[ \t]*$/.exec(piece.slice(0, index).split('\n').at(-1)!)?.[0] ?? '',
            ),
        })),
});

/** The lines of a `#region name` (VS Code's folding marks) or `[start:name]`; null when there is no such region. */
export function regionOf(text: string, name: string): string | null {
  const lines = text.split('\n');
  const isMark = (line: string, word: RegExp): boolean => word.test(line) && hasWord(line, name);
  const start = lines.findIndex((line) => isMark(line, /#\s*region\b|\[start:|snippet-start/i));
  if (start < 0) return null;
  const end = lines.findIndex(
    (line, at) =>
      at > start &&
      (isMark(line, /#\s*endregion\b|\[end:/i) || /#\s*endregion\s*(?:-->|\*\/)?$/i.test(line.trim())),
  );
  return lines.slice(start + 1, end < 0 ? lines.length : end).join('\n');
}

function hasWord(line: string, word: string): boolean {
  return line.split(/[^\w.-]+/).includes(word);
}

/** Lines `from` to `to`, counted from 1, as `3,10`, `3,` or `,10` say. */
export function linesOf(text: string, range: string): string {
  const [from = '', to = ''] = range.split(/[,:-]/);
  const lines = text.split('\n');
  return lines.slice(Math.max(0, Number(from || 1) - 1), to === '' ? lines.length : Number(to)).join('\n');
}

/** The lines that ranges such as `3-10`, `3-` and `-10` name, with any separator; `12` is line 12 alone. */
export function linesOfRanges(text: string, ranges: string[], separator: '-' | ':'): string {
  const spans = ranges.map((range): [from: number, end: number] => {
    const [from = '', to = from] = range.trim().split(separator);
    return [Number(from || 1) - 1, to === '' ? Infinity : Number(to)];
  });
  return linesIn(text.split('\n'), spans).join('\n');
}

/**
 * The lines of several ranges, each from an index to another before which it ends. A line may come twice, but no more
 * lines than the file has: a thousand ranges of a large file would exhaust memory.
 */
export function linesIn(lines: string[], ranges: [from: number, end: number][]): string[] {
  const taken: string[] = [];
  for (const [from, end] of ranges) {
    for (const line of lines.slice(Math.max(0, from), end)) taken.push(line);
    if (taken.length > lines.length) return taken.slice(0, lines.length);
  }
  return taken;
}

/** Characters that indenting may add to an included text. */
const maxIndented = 1_000_000;

/** The indent of an included text, as far as it may be indented. */
export function boundedIndent(indent: string, lines: number): string {
  return indent.slice(0, Math.ceil(maxIndented / Math.max(1, lines)));
}

/** Indents every line but the first, which replaces the include itself. */
export function indentAfterFirst(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll('\n', `\n${boundedIndent(indent, text.split('\n').length)}`);
}
