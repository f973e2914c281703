/** A section of a page with the job's changes. */
type ChangedSection = { file: string; heading: string; text: string };

const maxSections = 5;
const maxLength = 1_200;

/** Sections of changed pages that hold most words of a query, best first: the live index does not have them yet. */
export function searchChanges(pages: ReadonlyMap<string, string>, query: string): ChangedSection[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [])];
  if (words.length === 0) return [];
  const scored = [...pages].flatMap(([file, text]) =>
    sectionsOf(file, text).map((section) => ({ section, score: scoreOf(section, words) })),
  );
  return scored
    .filter(({ score }) => score * 2 >= words.length)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSections)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, maxLength) }));
}

function sectionsOf(file: string, text: string): ChangedSection[] {
  const parts = text.split(/^(?=(?:#{1,6}|={1,6})[ \t])/m);
  return parts.map((part) => ({ file, heading: part.split('\n')[0]!.trim(), text: part.trim() }));
}

function scoreOf({ text }: ChangedSection, words: readonly string[]): number {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word)).length;
}
