import { type Item, type NavigationEntry, type Span, targetMark, titleMark } from './navigation.ts';

// Entries hold offsets of the current text: read the entries again after each edit.

export function renameEntry(text: string, { span, quoting }: NavigationEntry, target: string): string {
  return replaceSpan(text, span, escape(target, quoting));
}

/** The text without an item and its comma or empty lines. */
export function removeItem(text: string, item: Item): string {
  if (item.between === 'lines') return replaceSpan(text, item, '');
  const { start, end, previousEnd, nextStart } = item;
  if (nextStart !== null) {
    const comma = text.indexOf(',', end);
    const rest = /^[ \t]*(?:\/\/[^\n]*)?\n/.exec(text.slice(comma + 1))?.[0].length ?? 0;
    const isOwnLine = rest > 0 && /(?:^|\n)[ \t]*$/.test(text.slice(0, start));
    const from = isOwnLine ? text.lastIndexOf('\n', start - 1) + 1 : start;
    const to = comma + 1 + (isOwnLine ? rest : (/^\s*/.exec(text.slice(comma + 1))?.[0].length ?? 0));
    return replaceSpan(text, { start: from, end: to }, '');
  }
  if (previousEnd !== null) return replaceSpan(text, { start: previousEnd, end }, '');
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
    .replaceAll(targetMark, () => escape(target, quoting))
    .replaceAll(titleMark, () => escape(title, quoting));
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

function escape(value: string, quoting: NavigationEntry['quoting']): string {
  const line = value.replace(/\s+/g, ' ').trim();
  switch (quoting) {
    case 'script':
      return line.replace(/[\\'"`]|\$\{/g, (found) => `\\${found}`);
    case 'yaml':
      return /^[\w/(][\w ./()+&-]*$/.test(line) ? line : JSON.stringify(line);
    case 'markdown':
      return line.replace(/[[\]]/g, (found) => `\\${found}`);
    case 'plain':
      return line.replace(/[<>[\]]/g, '');
  }
}
