/** Removes the common indent of lines. */
export function dedent(lines: string[]): string[] {
  let shared = Infinity;
  for (const line of lines) {
    if (line.trim() !== '') shared = Math.min(shared, line.length - line.trimStart().length);
  }
  return shared === Infinity ? [] : lines.map((line) => line.slice(shared).trimEnd());
}
