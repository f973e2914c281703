/**
 * The ids of a page as docutils gives them: a name in ASCII letters, digits and dashes, and `id1`, `id2` … for what has
 * none or one that is taken. Footnotes and references to them take numbers too.
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
export type Ids = {
  /** The id of a section or target by its name. */
  give: (name: string) => string;
  /** Takes an id as it is. */
  take: (id: string) => string;
  /** All ids that are taken, in their order. */
  all: () => string[];
};

export function createIds(): Ids {
  const taken = new Set<string>();
  let count = 0;
  const take = (id: string): string => {
    taken.add(id);
    return id;
  };
  return {
    give(name) {
      const id = makeId(name);
      if (id !== '' && !taken.has(id)) return take(id);
      do count += 1;
      while (taken.has(`id${count}`));
      return take(`id${count}`);
    },
    take,
    all: () => [...taken],
  };
}

/** Letters that docutils writes as two, besides those that Unicode takes apart. */
const digraphs: Record<string, string> = {
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};

/** A name as an id; '' when nothing of it can stand in one. */
export function makeId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[ßæœøđłıħ]/g, (letter) => digraphs[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E\s]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '');
}

/** The id of an object, term or option: Sphinx keeps case, dots and `_`. */
export function objectId(prefix: string, name: string): string {
  const id = name
    .replaceAll(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^[-0-9._]+/, '')
    .replace(/-$/, '');
  return prefix === '' ? id : `${prefix}-${id}`;
}

/** Names count without case, with one blank between words. */
export function normalName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/\\(.)/g, '$1');
}
