import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from '../../markdown/anchors.ts';

/**
 * docsify: made from the heading's HTML without its tags: lower case, no punctuation, each run of spaces and dashes is
 * one dash, a leading digit gets `_`, duplicates `-1`. Escaped characters leave their names: `What's` is `what39s`.
 * https://github.com/docsifyjs/docsify/blob/develop/src/core/render/slugify.js
 */
export function docsifyAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading, { includeImageAlt: false })), '-', 1);
}

const escaped: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '39' };

function slugify(text: string): string {
  return text
    .trimEnd()
    .normalize('NFC')
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[&<>"']/g, (character) => escaped[character] ?? '')
    .replaceAll(/[\u2000-\u206F\u2E00-\u2E7F\\!#$%()*+,./:;=?@[\]^`{|}~]/g, '')
    .replaceAll(/\s/g, '-')
    .replaceAll(/-+/g, '-')
    .replace(/^(\d)/, '_$1');
}
