/** What is known of the words that came last, in bounded memory. */
export type RecentWords<Known> = {
  get: (word: string) => Known | undefined;
  set: (word: string, known: Known) => void;
};

/**
 * Remembers at least the last `maxWords` words, at most twice as many. Common words come again before they are forgotten,
 * which clearing a full map would do to all at once.
 */
export function createRecentWords<Known>(maxWords: number): RecentWords<Known> {
  let recent = new Map<string, Known>();
  let older = new Map<string, Known>();

  function set(word: string, known: Known): void {
    if (recent.size >= maxWords) [older, recent] = [recent, new Map()];
    recent.set(word, known);
  }

  return {
    get(word) {
      const known = recent.get(word);
      if (known !== undefined) return known;
      const before = older.get(word);
      if (before !== undefined) set(word, before);
      return before;
    },
    set,
  };
}
