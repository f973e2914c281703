/**
 * A name as every spelling of it compares: `--max-depth`, `maxDepth`, `max_depth` and `MAX_DEPTH` are one, and of
 * `server.port` the last part counts.
 */
export function folded(name: string): string {
  const last = name.slice(name.lastIndexOf('.', name.length - 2) + 1);
  return last.replaceAll(/[^A-Za-z0-9]+/g, '').toLowerCase();
}

/** The folded names under which code may keep a name: `--no-color` is `color` with the value false. */
export function spellingsOf(name: string): string[] {
  return name.startsWith('--no-') ? [folded(name), folded(name.slice(5))] : [folded(name)];
}

/** Whether a name is of several words, so that it hardly stands in code for something else. */
export function isSpecific(name: string): boolean {
  const words = name.match(/[A-Z]{1,60}(?![a-z])|[A-Z]?[a-z\d]{1,60}/g) ?? [];
  return words.length > 1 && folded(name).length > 4;
}
