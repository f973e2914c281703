const maxLength = 2_000_000;

/** Finds the line (from 1) of a file that a line of its page comes from: the same text, else the first with the word. */
export function createFactFinder(source: string): (text: string, word: string) => number {
  const lines = source.slice(0, maxLength).split('\n');
  const byText = new Map<string, number>();
  for (const [at, line] of lines.entries()) if (!byText.has(line.trim())) byText.set(line.trim(), at + 1);
  let byWord: Map<string, number> | undefined;
  return (text, word) => {
    const exact = byText.get(text.trim());
    if (exact !== undefined) return exact;
    byWord ??= firstLines(lines);
    return byWord.get(word) ?? byWord.get(word.replace(/^-{1,2}/, '')) ?? byWord.get(longestPart(word)) ?? 1;
  };
}

function firstLines(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, line] of lines.entries())
    for (const [word] of line.matchAll(/[\w$][\w$.-]*/g))
      for (const one of [word, ...word.split('.')]) if (!found.has(one)) found.set(one, at + 1);
  return found;
}

function longestPart(word: string): string {
  return word
    .split(/[^\w$-]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
