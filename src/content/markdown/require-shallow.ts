import { proseOf } from './split-prose.ts';

/** Each level of these doubles the time of the parser; people write a few. */
const maxLevels = 16;

/**
 * Refuses MDX with tags in braces in tags, many levels deep: the parser takes twice as long for each level that is never
 * closed (`bench/parser-exponential.md`), and what is not closed does not parse in any case.
 * @throws Error
 */
export function requireShallow(text: string): void {
  const open: boolean[] = [];
  let levels = 0;
  let isTag = false;
  for (const [mark] of proseOf(text).matchAll(/[<{}]/g)) {
    if (mark === '<') isTag = true;
    else if (mark === '{') {
      open.push(isTag);
      if (isTag && ++levels > maxLevels)
        throw new Error(`tags and expressions are nested more than ${maxLevels} deep`);
      isTag = false;
    } else if (open.pop() === true) levels--;
  }
}
