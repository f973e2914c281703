import type { BlockContent, List, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { admonitionOf } from './admonition.ts';
import { codeOf, titledCode } from './code-block.ts';
import { endHeading, endTerms } from './definitions.ts';
import { asElement, textAttribute, type Element } from './element.ts';
import { tableOf } from './html-table.ts';
import type { ReadChildren } from './element.ts';
import { withTabLabels } from './tab-labels.ts';

/** Elements that are never visible as text. */
const unseen = new Set(
  'script style svg head template iframe video audio canvas object embed noscript link meta input select'.split(
    ' ',
  ),
);

const fields = new Set(['paramfield', 'responsefield', 'field', 'property', 'parameter']);

/** Attributes that components show above their content. */
const titles = ['title', 'label', 'header', 'heading', 'summary', 'question', 'text', 'caption', 'alt'];

/** A block element as the blocks that a reader sees. */
export function blockOfElement(element: Element, read: ReadChildren): RootContent[] {
  const tag = tagOf(element);
  if (unseen.has(tag) && isHtml(element)) return [];
  switch (tag) {
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [headingOf(element, Number(tag[1]) as 1, read)];
    case 'ul':
    case 'ol':
      return [listOf(element, tag === 'ol', read)];
    case 'blockquote':
      return [{ type: 'blockquote', children: read.blocks(element.children) as BlockContent[] }];
    case 'pre':
    case 'codeblock':
      return codeOf(element);
    case 'table':
      return tableOf(element, read);
    case 'summary':
      return [strongParagraph(read.inline(element.children))];
    case 'dt': {
      const termAnchor = textAttribute(element, 'id');
      return [{ ...strongParagraph(read.inline(element.children)), data: { termAnchor } }];
    }
    case 'dl':
      return endTerms(read.blocks(element.children));
    case 'tooltip':
      return inlineOfElement(element, read);
    case 'documentedobject':
      return endHeading(read.blocks(element.children), Number(element.attributes['depth']));
    case 'codegroup':
    case 'requestexample':
    case 'responseexample':
      return read.blocks(
        element.children.flatMap((child) => (child.type === 'code' ? titledCode(child, true) : [child])),
      );
    default:
      break;
  }
  if (isHtml(element))
    return isInlineTag(tag) ? inlineOfElement(element, read) : read.blocks(element.children);
  if (fields.has(tag)) return [fieldOf(element), ...read.blocks(element.children)];
  if (tag === 'code') return codeOf(element);
  return admonitionOf(element, tag, read) ?? componentOf(element, tag, read);
}

/** An inline element as the nodes that a reader sees. */
export function inlineOfElement(element: Element, read: ReadChildren): PhrasingContent[] {
  const tag = tagOf(element);
  if (unseen.has(tag) && isHtml(element)) return [];
  const children = (): PhrasingContent[] => read.inline(element.children);
  switch (tag) {
    case 'br':
      return [{ type: 'break' }];
    case 'img':
    case 'image':
      return [imageOf(element)];
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return [{ type: 'inlineCode', value: textAttribute(element, 'code') ?? toString(children()) }];
    case 'b':
    case 'strong':
      return [{ type: 'strong', children: children() }];
    case 'i':
    case 'em':
      return [{ type: 'emphasis', children: children() }];
    case 'del':
    case 's':
      return [{ type: 'delete', children: children() }];
    default:
      break;
  }
  const tip = tag === 'tooltip' ? textAttribute(element, 'tip', 'content') : null;
  if (tip !== null) return [...children(), { type: 'text', value: ` (${tip})` }];
  const shown = isHtml(element) ? null : textAttribute(element, ...titles);
  const content: PhrasingContent[] = shown === null ? [] : [{ type: 'text', value: shown }];
  if (shown !== null && element.children.length > 0) content.push({ type: 'text', value: ' ' });
  return linked(element, [...content, ...children()]);
}

/** `Tabs.Tab` counts as `Tab`. */
function tagOf(element: Element): string {
  return element.name.toLowerCase().split('.').at(-1) ?? '';
}

function isHtml({ name }: Element): boolean {
  return name === name.toLowerCase() && !name.includes('-');
}

const inlineTags = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strong sub sup time tt u var'.split(
    ' ',
  ),
);

function isInlineTag(tag: string): boolean {
  return inlineTags.has(tag);
}

function componentOf(element: Element, tag: string, read: ReadChildren): RootContent[] {
  if (tag === 'image') return [{ type: 'paragraph', children: [imageOf(element)] }];
  const title = textAttribute(element, ...titles, ...(tag === 'file' || tag === 'folder' ? ['name'] : []));
  const description = textAttribute(element, 'description');
  const blocks = read.blocks(withTabLabels(element));
  if (title === null) {
    const [only] = blocks;
    const oneLine = blocks.length === 1 && only?.type === 'paragraph' && !hasLink(only);
    if (description !== null && tag === 'prompt')
      return [strongParagraph([{ type: 'text', value: description }]), ...blocks];
    return oneLine ? [{ ...only, children: linked(element, only.children) }] : blocks;
  }
  const shown = strongParagraph([{ type: 'text', value: title }]);
  const head: RootContent[] = [{ ...shown, children: linked(element, shown.children) }];
  if (description !== null) {
    head.push({ type: 'paragraph', children: [{ type: 'text', value: description }] });
  }
  return [...head, ...blocks];
}

function strongParagraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children: [{ type: 'strong', children }] };
}

function hasLink(paragraph: Paragraph): boolean {
  return paragraph.children.some((child) => child.type === 'link');
}

function linked(element: Element, children: PhrasingContent[]): PhrasingContent[] {
  const url = textAttribute(element, 'href', 'to', 'link');
  if (url === null || children.length === 0) return children;
  return [{ type: 'link', url, children: children as never }];
}

function imageOf(element: Element): PhrasingContent {
  return {
    type: 'image',
    url: textAttribute(element, 'src') ?? '',
    alt: textAttribute(element, 'alt') ?? '',
  };
}

function headingOf(element: Element, depth: 1, read: ReadChildren): RootContent {
  const anchor = textAttribute(element, 'id');
  return {
    type: 'heading',
    depth,
    children: read.inline(element.children),
    ...(anchor !== null && { data: { anchor } }),
  };
}

function listOf(element: Element, ordered: boolean, read: ReadChildren): List {
  const items = element.children
    .flatMap((child: Nodes) => asElement(child) ?? [])
    .filter((item) => tagOf(item) === 'li');
  return {
    type: 'list',
    ordered,
    spread: false,
    children: items.map((item) => ({
      type: 'listItem',
      spread: false,
      children: read.blocks(item.children) as BlockContent[],
    })),
  };
}

/** A parameter or response field of an API: its name, type and whether it is required. */
function fieldOf(element: Element): Paragraph {
  const name = textAttribute(element, 'name', 'path', 'query', 'body', 'header', 'cookie') ?? '';
  const fallback = element.attributes['default'];
  const facts = [
    textAttribute(element, 'type'),
    isSet(element, 'required') ? 'required' : null,
    isSet(element, 'deprecated') ? 'deprecated' : null,
    typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
      ? `default: ${fallback}`
      : null,
  ].filter((fact) => fact !== null);
  const children: PhrasingContent[] = [{ type: 'inlineCode', value: name }];
  if (facts.length > 0) children.push({ type: 'text', value: ` (${facts.join(', ')})` });
  return { type: 'paragraph', children };
}

function isSet(element: Element, name: string): boolean {
  const value = element.attributes[name];
  return value === true || value === 'true' || value === '';
}
