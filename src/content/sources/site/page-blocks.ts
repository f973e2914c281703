import { hash } from 'node:crypto';
import { DomUtils } from 'htmlparser2';
import { type Element, isTag } from './content-root.ts';

const blocks = new Set('p div section ul ol dl table tr center address h1 h2 h3 h4 h5 h6'.split(' '));

/** Maximum characters of a block that may be furniture. */
const maxLength = 2000;

/** How many blocks from the start and the end of a page, and how many different ones of links alone, are marked. */
const maxTop = 40;
const maxBottom = 15;
const maxLinks = 40;

/** `isLinks` when it is links alone, `isContents` when these lead to places of its page. */
type Block = { element: Element; text: string; isLinks: boolean; isContents: boolean };

/** Text in links: letters, links, and how many of them stay on the page. */
type Linked = { letters: number; count: number; inPage: number };

/** The text of an element; null when it is too long or has code, which is no furniture. */
type Content = { text: string | null; letters: number; linked: Linked };

/** A page with so many links, and so little else, is an index: its words say where something is, and not what. */
const minIndexLinks = 200;
const minIndexShare = 0.9;

/** Links to places of their own page that make a table of contents. */
const minContents = 3;

/**
 * Removes tables of contents, and marks the blocks that may be furniture of the site with `data-block`: where they
 * stand (`t`op, `b`ottom, `l`inks alone) and a hash of their text.
 * @returns the hashes, and whether the page is an index of links
 */
export function markBlocks(root: Element): { blocks: string[]; isIndex: boolean } {
  const all: Block[] = [];
  const { letters, linked } = collect(root, all);
  const found = withoutContents(all);
  const marks = new Set<string>();
  const links = new Set<string>();
  for (const [at, { element, text, isLinks }] of found.entries()) {
    const isHeading = /^h[1-6]$/.test(element.name);
    const isBottom = !isHeading && at >= found.length - maxBottom && at * 2 >= found.length;
    const isTop = at < maxTop;
    if (!isLinks && !isTop && !isBottom) continue;
    const block = hash('md5', isHeading ? text : text.replaceAll(/\d+/g, '0')).slice(0, 8);
    if (isLinks && !isHeading && links.size < maxLinks) links.add(block);
    const place = links.has(block) ? 'l' : isBottom ? 'b' : isTop ? 't' : null;
    if (place === null) continue;
    element.attribs['data-block'] = place + block;
    marks.add(block);
  }
  return {
    blocks: [...marks],
    isIndex: linked.count >= minIndexLinks && linked.letters >= letters * minIndexShare,
  };
}

function withoutContents(all: Block[]): Block[] {
  const gone = new Set<object>();
  for (const { element, isContents } of all) {
    if (isContents && !/^h[1-6]$/.test(element.name)) gone.add(element);
  }
  for (const parent of new Set(all.map(({ element }) => element.parent))) {
    if (parent !== null) parent.children = parent.children.filter((child) => !gone.has(child));
  }
  return all.filter(({ element }) => !gone.has(element));
}

function collect(element: Element, found: Block[]): Content {
  const at = found.length;
  const own: Content = { text: '', letters: 0, linked: { letters: 0, count: 0, inPage: 0 } };
  for (const child of element.children) {
    const inner = isTag(child)
      ? collect(child, found)
      : contentOf(child.type === 'text' ? DomUtils.textContent(child) : '');
    own.text = own.text === null || inner.text === null ? null : own.text + inner.text;
    if (own.text !== null && own.text.length > maxLength) own.text = null;
    own.letters += inner.letters;
    own.linked.letters += inner.linked.letters;
    own.linked.count += inner.linked.count;
    own.linked.inPage += inner.linked.inPage;
  }
  const { name, attribs } = element;
  if (name === 'img') return contentOf(attribs['alt'] ?? '');
  if (name === 'pre') return { ...own, text: null };
  if (name === 'a')
    return {
      ...own,
      linked: { letters: own.letters, count: 1, inPage: Number(attribs['href']?.startsWith('#') === true) },
    };
  const { letters, linked } = own;
  const isLinks = linked.letters >= letters;
  const isContents = isLinks && linked.inPage >= minContents && linked.inPage === linked.count;
  if (!blocks.has(name) || (own.text === null && !isContents)) return own;
  const text = (own.text ?? '').replaceAll(/\s+/g, ' ').trim();
  // Before the blocks in it, which stand later.
  if (text !== '' || isContents) found.splice(at, 0, { element, text, isLinks, isContents });
  return own.text === null ? own : { ...own, text: ` ${own.text} ` };
}

function contentOf(text: string): Content {
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
  return { text, letters, linked: { letters: 0, count: 0, inPage: 0 } };
}
