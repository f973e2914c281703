/**
 * A name as every spelling of it compares: `--max-depth`, `maxDepth`, `max_depth` and `MAX_DEPTH` are one, and of
 * `server.port` the last part counts.
 */
export function folded(name: string): string {
  return leafOf(name)
    .replaceAll(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
}

/** The folded names under which code may keep a name: `--no-color` is `color` with the value false. */
export function spellingsOf(name: string): string[] {
  return name.startsWith('--no-') ? [folded(name), folded(name.slice(5))] : [folded(name)];
}

/** Whether a name is of several words, so that it hardly stands in code for something else. */
export function isSpecific(name: string): boolean {
  return wordsOf(name).length > 1 && folded(name).length > 4;
}

/** Whether two spellings of a name divide it into the same words: `--ssl-certfile` is not `SSL_CERT_FILE`. */
export function hasSameWords(name: string, other: string): boolean {
  const [one, two] = [leafOf(name), leafOf(other)].map((leaf) => wordsOf(leaf).join(' ').toLowerCase());
  return one === two || one === `no ${two}`;
}

/** The last part of a dotted name. */
export const leafOf = (name: string): string => name.slice(name.lastIndexOf('.', name.length - 2) + 1);

const wordsOf = (name: string) => name.match(/[A-Z]{1,60}(?![a-z])|[A-Z]?[a-z\d]{1,60}/g) ?? [];
