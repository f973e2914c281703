import { toString } from 'mdast-util-to-string';
import type { Nodes } from 'mdast';
import { githubAnchors, textAnchors, type AnchorMaker } from '../../markdown/anchors.ts';

/**
 * kramdown: Jekyll configures it with GitHub's rule, without pictures and what it sets as dashes and dots; with
 * `input: kramdown`, ASCII letters, digits and dashes from the first letter on.
 * https://kramdown.gettalong.org/converter/html.html#auto-ids
 */
export function kramdownAnchors(isGithub: boolean, prefix = ''): AnchorMaker {
  const make = automaticAnchors(isGithub);
  return (heading) => prefix + make(heading);
}

function automaticAnchors(isGithub: boolean): AnchorMaker {
  const github = githubAnchors();
  if (isGithub)
    return (heading) => github({ ...heading, children: [{ type: 'text', value: setText(heading) }] });
  return textAnchors((text) => slugify(text) || 'section');
}

function setText(node: Nodes): string {
  if (node.type === 'text') return node.value.replaceAll(/---?/g, '');
  if (node.type === 'image') return '';
  return 'children' in node ? node.children.map(setText).join('') : toString(node);
}

function slugify(text: string): string {
  return text
    .replace(/^[^a-zA-Z]+/, '')
    .replaceAll(/[^a-zA-Z0-9 -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase();
}
