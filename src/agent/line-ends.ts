const mark = '\uFEFF';

/** A text with `\n` line ends and no byte order mark, as a model reads and writes it. */
export const plainText = (text: string) => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

/**
 * A text with the byte order mark and the line ends of `model`: each line that was there keeps its own, and a new line
 * ends as the one before it, so that a diff shows nothing but the change.
 */
export function encodedLike(text: string, model: string): string {
  const plain = plainText(text);
  const start = model.startsWith(mark) ? mark : '';
  if (!model.includes('\r\n')) return start + plain;
  if (!/(?<!\r)\n/.test(model)) return start + plain.replaceAll('\n', '\r\n');
  return start + withEndsOf(plain, model.slice(start.length));
}

/** For a file with mixed line ends: the unchanged lines at the end, then each line in order. */
function withEndsOf(plain: string, model: string): string {
  const before = model
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.endsWith('\r') ? { line: line.slice(0, -1), end: '\r\n' } : { line, end: '\n' }));
  // In reverse, so that passed positions are popped off the end.
  const places = Map.groupBy([...before.keys()].reverse(), (at) => before[at]!.line);
  let last = -1;

  /** The following line, or else the next with the same text; blank lines are too common to search for. */
  function nextPlace(line: string): number | undefined {
    if (before[last + 1]?.line === line) return last + 1;
    if (line.trim() === '') return undefined;
    const candidates = places.get(line) ?? [];
    while (candidates.length > 0 && candidates.at(-1)! <= last) candidates.pop();
    return candidates.at(-1);
  }

  const lines = plain.split('\n');
  const final = lines.pop()!;
  const below = sameAtEnd(
    before.map(({ line }) => line),
    lines,
  );
  const ended = lines.map((line, at) => {
    last = at < lines.length - below ? (nextPlace(line) ?? last) : before.length - lines.length + at;
    return line + before[Math.max(last, 0)]!.end;
  });
  return ended.join('') + final;
}

/** How many lines at the end are the same. */
function sameAtEnd(before: readonly string[], now: readonly string[]): number {
  const max = Math.min(before.length, now.length);
  let count = 0;
  while (count < max && before.at(-1 - count) === now.at(-1 - count)) count += 1;
  return count;
}
