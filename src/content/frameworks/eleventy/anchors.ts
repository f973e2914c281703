import type { Heading } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { countedAnchors, githubAnchors, type AnchorMaker } from '../../markdown/anchors.ts';
import { spelledSlug } from '../../markdown/spelled-slug.ts';

/**
 * Ids by what makes them: `eleventy` its own plugin, which counts duplicates from 2, `encoded` markdown-it-anchor by itself,
 * which keeps punctuation, `spelled` the same with Eleventy's `slugify`, `uslug` with the package of that name; GitHub's rule
 * when nothing is known. https://www.11ty.dev/docs/plugins/id-attribute/
 * https://github.com/valeriangalliat/markdown-it-anchor https://github.com/jeremys/uslug
 */
export function eleventyAnchors(rule: string): AnchorMaker {
  if (rule === '') return githubAnchors();
  if (rule === 'encoded')
    return countedAnchors((heading) => encodeURIComponent(dashed(textOf(heading))), '-', 1);
  if (rule === 'uslug') return countedAnchors((heading) => uslug(textOf(heading)), '-', 1);
  return countedAnchors((heading) => spelled(textOf(heading)), '-', rule === 'eleventy' ? 2 : 1);
}

function textOf(heading: Heading): string {
  return toString(heading, { includeImageAlt: false });
}

function dashed(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, '-');
}

/** Letters, numbers, `-`, `_` and `~`; each run of spaces and dashes is one dash. */
function uslug(text: string): string {
  return dashed(text.replaceAll(/[^\p{L}\p{N}\p{M}\s_~-]/gu, '')).replaceAll(/-+/g, '-');
}

/** `What's new` is `whats-new`. */
function spelled(text: string): string {
  return spelledSlug(text.replaceAll(/([a-z\d])['’]([ts])(?=\s|$)/gi, '$1$2'));
}
