import { countedAnchors, type AnchorMaker } from './anchors.ts';
import { withoutEmojiCodes } from './emoji-codes.ts';

/**
 * VitePress: no accents, punctuation becomes `-`, a leading digit gets `_`, duplicates `-1`; emoji codes do not count.
 * The first VuePress counts duplicates from 2.
 * https://github.com/mdit-vue/mdit-vue/blob/main/packages/shared/src/slugify.ts
 */
export function vitepressAnchors(firstCopy: number): AnchorMaker {
  return countedAnchors((heading) => slugify(withoutEmojiCodes(heading.data?.written ?? heading)), firstCopy);
}

function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}
