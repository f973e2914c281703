import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from './anchors.ts';

/**
 * mdBook: letters, digits, `-` and `_` in lower case, each space a dash, nothing else; duplicates `-1`.
 * https://github.com/rust-lang/mdBook/blob/master/crates/mdbook-html/src/utils.rs
 */
export function mdbookAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading)), '-', 1);
}

function slugify(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\-\s]/gu, '')
    .replaceAll(/\s/g, '-');
}
