import { toString } from 'mdast-util-to-string';
import type { AnchorMaker } from './anchors.ts';
import { withoutEmojiCodes } from './emoji-codes.ts';

/**
 * Python-Markdown: ASCII only, no punctuation, each run of spaces and dashes is one `-`, duplicates `_1`. With
 * `pymdownx.slugs` letters of every script stay, and each space is a dash. Pictures do not count, nor does `:rocket:`
 * where that is one.
 * https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/toc.py
 */
export function pythonAnchors({ keepsUnicode = false, hasEmoji = false }): AnchorMaker {
  const slugify = keepsUnicode ? unicodeSlug : asciiSlug;
  const taken = new Set<string>();
  /** The last that each became: those before it are taken. */
  const latest = new Map<string, string>();
  return (heading) => {
    const own = slugify(
      hasEmoji ? withoutEmojiCodes(heading) : toString(heading, { includeImageAlt: false }),
    );
    let slug = latest.get(own) ?? own;
    while (slug === '' || taken.has(slug)) {
      const counted = /^(.*)_(\d+)$/.exec(slug);
      slug = counted === null ? `${slug}_1` : `${counted[1]}_${Number(counted[2]) + 1}`;
    }
    taken.add(slug);
    latest.set(own, slug);
    return slug;
  };
}

function asciiSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-');
}

/** `pymdownx.slugs.slugify(case="lower")`. */
export function unicodeSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
