import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from './anchors.ts';

/** Ids that keep the case, with dashes for what is no word, as sites of their own make them: Svelte's. */
export function caseAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading)), '-', 1);
}

function slugify(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}\p{M}$().:]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}
