import { textAnchors, type AnchorMaker } from './anchors.ts';

/** Pandoc: what is before the first letter is dropped, dots and underscores stay. https://pandoc.org/MANUAL.html#extension-auto_identifiers */
export function pandocAnchors(): AnchorMaker {
  return textAnchors((text) => slugify(text) || 'section');
}

function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_.-]/gu, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
