import { toString } from 'mdast-util-to-string';
import { countedAnchors, githubAnchors, type AnchorMaker } from './anchors.ts';

/**
 * kramdown: Jekyll configures it with GitHub's rule; with `input: kramdown`, ASCII letters, digits and dashes from the
 * first letter on. https://kramdown.gettalong.org/converter/html.html#auto-ids
 */
export function kramdownAnchors(isGithub: boolean): AnchorMaker {
  if (isGithub) return githubAnchors();
  return countedAnchors((heading) => slugify(toString(heading)) || 'section', '-', 1);
}

function slugify(text: string): string {
  return text
    .replace(/^[^a-zA-Z]+/, '')
    .replaceAll(/[^a-zA-Z0-9 -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase();
}
