const fence = /^(?:`{3,}[^`\n]*$|~~~)/;

/**
 * Splits text into parts of at most `max` characters: at ends of paragraphs or lines where possible, and never within a
 * link. A code block that goes on is closed, and opened again in the next part.
 */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let open = '';
  let rest = text.trim();
  // A fence that goes on takes its lines at both ends.
  while ((open === '' ? 0 : open.length + 1) + rest.length > max) {
    const before = open === '' ? '' : `${open}\n`;
    const room = max - before.length - 8;
    const end = cutAt(rest, room);
    const part = rest.slice(0, end).trimEnd();
    open = openFence(before + part);
    parts.push(before + part + (open === '' ? '' : `\n${markOf(open)}`));
    rest = rest.slice(end).replace(open === '' ? /^\s+/ : /^\n/, '');
  }
  if (rest !== '') parts.push(open === '' ? rest : `${open}\n${rest}`);
  return parts;
}

/** The line that opens the code block in which a text ends; empty when it ends in none. */
function openFence(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    if (!fence.test(line)) continue;
    if (open === '') open = line.slice(0, 40);
    else if (line.trimEnd().startsWith(markOf(open)) && /^(`+|~+)$/.test(line.trimEnd())) open = '';
  }
  return open;
}

const markOf = (line: string): string => /^(?:`+|~+)/.exec(line)![0];

function cutAt(text: string, room: number): number {
  const head = text.slice(0, room);
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(mark);
    if (at > room / 2) return outsideLink(text, at);
  }
  return outsideLink(text, room);
}

/** Before a link `[…](…)` or `<…|…>`, or an escaped character, that the cut would go through. */
function outsideLink(text: string, at: number): number {
  const from = Math.max(0, at - 2_000);
  for (const { index, 0: whole } of text
    .slice(from, at + 2_000)
    .matchAll(/\[[^\]\n]{0,300}\]\([^)\s]{0,2000}\)|<[^>\n]{1,2000}>|&\w{2,4};/g)) {
    const start = from + index;
    if (start < at && at < start + whole.length && start > 0) return start;
  }
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;
}

/** The beginning of a text, at most `max` characters. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${splitText(text, max - 2)[0]}\n…`;
}
