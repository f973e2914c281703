/**
 * The ids of a page by docutils' rules: a name in ASCII letters, digits and dashes, or `id1`, `id2` … without a name or
 * when the id is taken. Footnotes and their references use up numbers too.
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
export type Ids = {
  /** The id of a section or target by its name. */
  give: (name: string) => string;
  /** Reserves a given id. */
  take: (id: string) => string;
  /** Reserves an id, or a number with its prefix where the id is taken or nothing but the prefix. */
  takeNew: (id: string, prefix: string) => string;
  /** All reserved ids in order. */
  all: () => string[];
};

export function createIds(): Ids {
  const taken = new Set<string>();
  const serials = new Map<string, number>();
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
    takeNew(id, prefix) {
      let free = id;
      while (free === prefix || taken.has(free)) {
        const serial = serials.get(prefix) ?? 0;
        serials.set(prefix, serial + 1);
        free = `${prefix}-${serial}`;
      }
      return take(free);
    },
    all: () => [...taken],
  };
}

/** Letters that docutils transliterates, besides those that Unicode decomposes. */
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

/** A name as an id; '' when no character of it is allowed. */
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
  return (prefix === '' ? name : `${prefix}-${name}`)
    .replaceAll(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^[-0-9._]+/, '')
    .replace(/-$/, '');
}

/** What the id of an option of a program begins with; an argument has no dash or slash. */
export function optionPrefix(signature: string, program: string): string {
  const kind = /^[-/]/.test(signature) ? [] : ['arg'];
  return objectId('', ['cmdoption', program, ...kind].filter((part) => part !== '').join('-'));
}

export function optionId(signature: string, program: string): string {
  const option = (/^[^\s=]+/.exec(signature)?.[0] ?? '').replace(/\[$/, '');
  return objectId('', `${optionPrefix(signature, program)}-${option}`);
}

/** Names are compared without case, with single spaces. */
export function normalName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/\\(.)/g, '$1');
}
