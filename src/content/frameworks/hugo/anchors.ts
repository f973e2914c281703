import type { Nodes } from 'mdast';
import { countedAnchors, type AnchorMaker } from '../../markdown/anchors.ts';
import { asElement } from '../../markdown/element.ts';

/**
 * Hugo: made from the heading's source, including link URLs and tags: letters, digits and `_` in lower case, each space and `-`
 * a dash, nothing else; duplicates `-1`. `blackfriday` makes each run of other characters one dash.
 * https://github.com/gohugoio/hugo/blob/master/markup/goldmark/autoid.go
 */
export function hugoAnchors(kind: string): AnchorMaker {
  const slugify = kind === 'blackfriday' ? blackfridaySlug : githubSlug;
  return countedAnchors((heading) => slugify(writtenText(heading)) || 'heading');
}

function githubSlug(text: string): string {
  return text
    .trim()
    .replaceAll(/[^\p{L}\p{Nd}_ -]/gu, '')
    .replaceAll(' ', '-')
    .toLowerCase();
}

function blackfridaySlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '');
}

function writtenText(node: Nodes): string {
  if (node.type === 'link') {
    const text = node.children.map(writtenText).join('');
    return text === node.url ? text : text + node.url;
  }
  if (node.type === 'image') return `${node.alt ?? ''}${node.url}`;
  const element = asElement(node);
  if (element !== null) {
    const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}${value}`);
    const inner = element.children.map(writtenText).join('');
    const closing = /^(?:br|hr|img|input|wbr)$/.test(element.name) ? '' : element.name;
    return `${element.name}${attributes.join('')}${inner}${closing}`;
  }
  if ('children' in node) return node.children.map(writtenText).join('');
  return 'value' in node ? node.value : '';
}
