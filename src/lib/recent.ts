/** What was known last, in bounded memory. */
export type Recent<Known> = {
  get: (key: string) => Known | undefined;
  set: (key: string, known: Known) => void;
  /** What is known, or else what `make` makes, which is known then. */
  of: (key: string, make: () => Known) => Known;
};

/**
 * Remembers at least the last `most`, at most twice as many. What is common comes again before it is forgotten, which
 * clearing a full map would do to all at once.
 * @param sizeOf how much one counts; by default 1
 */
export function createRecent<Known>(most: number, sizeOf: (known: Known) => number = () => 1): Recent<Known> {
  let recent = new Map<string, Known>();
  let older = new Map<string, Known>();
  let size = 0;

  function set(key: string, known: Known): void {
    if (size >= most) {
      [older, recent] = [recent, new Map()];
      size = 0;
    }
    if (!recent.has(key)) size += sizeOf(known);
    recent.set(key, known);
  }

  function get(key: string): Known | undefined {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const before = older.get(key);
    if (before !== undefined) set(key, before);
    return before;
  }

  function of(key: string, make: () => Known): Known {
    let known = get(key);
    if (known === undefined) set(key, (known = make()));
    return known;
  }

  return { get, set, of };
}

/** A function of a text that remembers what it made of the last ones, of so many characters together. */
export function remembering<Made>(
  maxCharacters: number,
  make: (text: string) => Made,
): (text: string) => Made {
  const recent = createRecent<{ made: Made; size: number }>(maxCharacters, ({ size }) => size);
  return (text) => {
    let known = recent.get(text);
    if (known === undefined) {
      // V8 keeps the whole page of which a text is a slice; joining makes a copy.
      const own = ` ${text}`.slice(1);
      recent.set(own, (known = { made: make(own), size: own.length }));
    }
    return known.made;
  };
}

/** Memories that share one bound; each call makes one. */
export function createRecents<Known>(most: number, sizeOf: (known: Known) => number): () => Recent<Known> {
  const all = createRecent<Known>(most, sizeOf);
  let count = 0;
  return () => {
    const own = `${++count} `;
    return {
      get: (key) => all.get(own + key),
      set: (key, known) => all.set(own + key, known),
      of: (key, make) => all.of(own + key, make),
    };
  };
}
