import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from '../../markdown/anchors.ts';

/**
 * mdBook: letters, digits, `-` and `_`, ASCII in lower case, each space a dash, nothing else; duplicates `-1`.
 * https://github.com/rust-lang/mdBook/blob/master/crates/mdbook-html/src/utils.rs
 */
export function mdbookAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading, { includeImageAlt: false })), '-', 1);
}

function slugify(text: string): string {
  return text
    .trim()
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
    .replaceAll(/\s/g, '-');
}
