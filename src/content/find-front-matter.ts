export type Format = 'yaml' | 'toml' | 'json';

/** The lines of a page's front matter are from `start` to `end`, without their delimiters, but with the braces of JSON. */
export function findFrontMatter(
  text: string,
): { format: Format; start: number; end: number; bodyStart: number } | null {
  const opening = /^\uFEFF?(?:(---|\+\+\+)[ \t]*\r?\n|\{(?=\s*"))/.exec(text);
  if (opening === null) return null;
  const format = formats[opening[1] ?? ''] ?? 'json';
  const start = format === 'json' ? 0 : opening[0].length;
  const closing = closings[format];
  closing.lastIndex = start;
  const found = closing.exec(text);
  if (found === null) return null;
  const bodyStart = found.index + found[0].length;
  return { format, start, end: format === 'json' ? bodyStart : found.index, bodyStart };
}

const formats: Record<string, Format> = { '---': 'yaml', '+++': 'toml' };

const closings: Record<Format, RegExp> = {
  yaml: /^(?:---|\.\.\.)[ \t]*$/gm,
  toml: /^\+\+\+[ \t]*$/gm,
  json: /^(?:\uFEFF?\{[^\n]*)?\}[ \t]*\r?$/gm,
};
