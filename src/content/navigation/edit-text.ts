import { type Item, type NavigationEntry, type Span, targetMark, titleMark } from './site-file.ts';

// Entries hold offsets of the current text: read the entries again after each edit.

export function renameEntry(text: string, { span, quoting }: NavigationEntry, target: string): string {
  // A string with escapes has an empty span, and stays as it is.
  if (span.start === span.end) return text;
  return replaceSpan(text, span, escape(target, quoting, text[span.start - 1]));
}

/** The text without an item and its comma or empty lines. */
export function removeItem(text: string, item: Item): string {
  if (item.between === 'lines') {
    const { emptied } = item;
    const rest = replaceSpan(text, item, '');
    return emptied === undefined ? rest : `${rest.slice(0, emptied)} []${rest.slice(emptied)}`;
  }
  const { start, end, previousEnd, nextStart } = item;
  if (nextStart !== null) {
    const comma = text.indexOf(',', end);
    const rest = /^[ \t]*(?:(?:\/\/|#)[^\n]*)?\n/.exec(text.slice(comma + 1))?.[0].length ?? 0;
    const isOwnLine = rest > 0 && /(?:^|\n)[ \t]*$/.test(text.slice(0, start));
    const from = isOwnLine ? text.lastIndexOf('\n', start - 1) + 1 : start;
    const to = comma + 1 + (isOwnLine ? rest : (/^\s*/.exec(text.slice(comma + 1))?.[0].length ?? 0));
    return replaceSpan(text, { start: from, end: to }, '');
  }
  if (previousEnd !== null) {
    // The previous item may be followed by a comment that belongs to it.
    const [trailing = ''] =
      /^[ \t]*(?:,(?:[ \t]*(?:\/\/|#)[^\n]*)?|(?:\/\/|#)[^\n]*)/.exec(text.slice(end)) ?? [];
    const before = text.slice(previousEnd, start);
    const kept = trailing.trimStart().startsWith(',') ? before : before.replace(',', '');
    return text.slice(0, previousEnd) + kept.trimEnd() + text.slice(end + trailing.length);
  }
  const trailing = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
  return replaceSpan(text, { start, end: end + trailing }, '');
}

/** The text with a new item before or after an item, in the same form; null where that is not possible. */
export function insertBeside(
  text: string,
  beside: NavigationEntry,
  side: 'before' | 'after',
  { target, title }: { target: string; title: string },
): string | null {
  const { item, pattern, quoting } = beside;
  if (pattern === null || item.start === item.end) return null;
  const made = pattern
    .replaceAll(targetMark, (_, at: number, whole: string) => escape(target, quoting, whole[at - 1]))
    .replaceAll(titleMark, (_, at: number, whole: string) => escape(title, quoting, whole[at - 1]));
  if (item.between === 'lines') {
    const at = side === 'before' ? item.start : item.end;
    const isOpen = at > 0 && text[at - 1] !== '\n';
    return text.slice(0, at) + (isOpen ? `\n${made.trimEnd()}` : made) + text.slice(at);
  }
  const lead = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, item.start));
  const gap = lead === null ? ' ' : `\n${lead[1]}`;
  return side === 'after'
    ? `${text.slice(0, item.end)},${gap}${made}${text.slice(item.end)}`
    : `${text.slice(0, item.start)}${made},${gap}${text.slice(item.start)}`;
}

const replaceSpan = (text: string, { start, end }: Span, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

/** @param quote the character before the text; a quote if the text is quoted */
function escape(value: string, quoting: NavigationEntry['quoting'], quote: string | undefined): string {
  const line = value.replace(/\s+/g, ' ').trim();
  const inDouble = quote === '"' ? JSON.stringify(line).slice(1, -1) : null;
  switch (quoting) {
    case 'script':
      // JSON knows no escaped apostrophe.
      return inDouble ?? line.replace(/[\\'"`]|\$\{/g, (found) => `\\${found}`);
    case 'yaml':
      if (quote === "'") return line.replaceAll("'", "''");
      return inDouble ?? (isPlainYaml(line) ? line : JSON.stringify(line));
    case 'toml':
      // Between apostrophes nothing is escaped. https://toml.io/en/v1.0.0#string
      return inDouble ?? line.replaceAll("'", '\u2019');
    case 'markdown':
      return line.replace(/[[\]]/g, (found) => `\\${found}`);
    case 'plain':
      return line.replace(/[<>[\]]/g, '');
  }
}

/** Whether unquoted text is a string in YAML 1.1 as well, not a number or boolean. https://yaml.org/type/ */
const isPlainYaml = (line: string) =>
  /^(?:[\w/(]|\.\.?\/|~\/)[\w ./()+&#?=-]*$/.test(line) &&
  !line.includes(' #') &&
  !/^(?:y|n|yes|no|on|off|true|false|null|[\d.][\d._e+-]*)$/i.test(line);
