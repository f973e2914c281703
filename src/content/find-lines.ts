/**
 * Finds the lines (from 1) where words stand in a text, each place once: asked for the same word again it gives the line of
 * the next place, after the last one that one again, and null when there is none. Linear in the text for each word.
 */
export function createLineFinder(text: string): (word: string) => number | null {
  let starts: number[] | undefined;
  const places = new Map<string, { next: number; line: number | null }>();
  return (word) => {
    if (word === '') return null;
    const place = places.get(word) ?? { next: 0, line: null };
    places.set(word, place);
    const at = wholeWordAt(text, word, place.next);
    if (at === -1) {
      place.next = text.length;
      return place.line;
    }
    place.next = at + word.length;
    place.line = lineAt((starts ??= lineStarts(text)), at);
    return place.line;
  };
}

function wholeWordAt(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + word.length))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return at;
  return -1;
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\w/#-]/.test(character);
}

/** Where the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The last line that begins at or before a place. */
export function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
