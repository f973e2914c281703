import type { BlockContent, PhrasingContent, RootContent } from 'mdast';
import { textAttribute, type Element } from './element.ts';
import { descriptionOf } from './rich-text.ts';
import type { ReadChildren } from './element.ts';

/** Components whose name tells the kind of admonition. */
const kinds = new Set(
  'note tip info warning warn caution danger important check success error abstract bug example question quote failure hint'.split(
    ' ',
  ),
);

/** Whether a name is that of a kind of admonition. */
export function isAdmonitionKind(name: string): boolean {
  return kinds.has(name.toLowerCase());
}

/** Components with an attribute that tells the kind. */
const generic = new Set([
  'callout',
  'admonition',
  'aside',
  'alert',
  'banner',
  'hint',
  'infobox',
  'callouttitle',
]);

/** A note, tip or warning as a quote that begins with its kind and title; null for other elements. */
export function admonitionOf(element: Element, tag: string, read: ReadChildren): RootContent[] | null {
  const isKind = kinds.has(tag);
  if (!isKind && !generic.has(tag)) return null;
  const kind = generic.has(tag)
    ? (textAttribute(element, 'type', 'kind', 'variant', 'style', 'intent') ?? 'note')
    : tag;
  const title = textAttribute(element, 'title', 'label', 'heading', 'header');
  const children = admonition(kind, title, [...descriptionOf(element), ...read.blocks(element.children)]);
  return [{ type: 'blockquote', children }];
}

/**
 * GitHub's alert, a quote that begins with `[!NOTE]`, with its kind as a word. Other quotes are unchanged.
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#alerts
 */
export function labelAlert(blocks: BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks;
  const mark = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || mark?.type !== 'text') return blocks;
  const [whole, kind = ''] = /^\[!([A-Za-z]{2,20})\][+-]?[ \t]*\n?/.exec(mark.value) ?? [];
  if (whole === undefined) return blocks;
  const value = mark.value.slice(whole.length);
  const children = [...(value === '' ? [] : [{ ...mark, value }]), ...first.children.slice(1)];
  const shown = children[0]?.type === 'break' ? children.slice(1) : children;
  return admonition(
    kind.toLowerCase(),
    null,
    shown.length === 0 ? rest : [{ ...first, children: shown }, ...rest],
  );
}

function admonition(kind: string, title: string | null, blocks: RootContent[]): BlockContent[] {
  const label = kind.charAt(0).toUpperCase() + kind.slice(1);
  const shown = title === null ? `${label}:` : `${label}: ${title}`;
  const strong: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: shown }] };
  const [first, ...rest] = blocks as BlockContent[];
  if (title === null && first?.type === 'paragraph') {
    return [{ ...first, children: [strong, { type: 'text', value: ' ' }, ...first.children] }, ...rest];
  }
  return [{ type: 'paragraph', children: [strong] }, ...(blocks as BlockContent[])];
}
