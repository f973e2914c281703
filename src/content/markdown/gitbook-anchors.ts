import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from './anchors.ts';

/** GitBook: lower case, blanks become `-`, dots stay, a leading digit gets `id-`, duplicates `-1`. */
export function gitbookAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading)), '-', 1);
}

function slugify(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s._-]/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^(\d)/, 'id-$1');
}
