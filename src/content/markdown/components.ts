import type { BlockContent, List, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { admonitionOf } from './admonition.ts';
import { codeOf, titledCode } from './code-block.ts';
import { endHeading, endTerms } from './definitions.ts';
import { asElement, textAttribute, type Element } from './element.ts';
import { blocksOfProps, codeOfProps, titleOfProps } from './component-props.ts';
import { tableOf } from './html-table.ts';
import { codeAttribute } from './marked-code.ts';
import { namedWords } from './named-words.ts';
import { packageCommand } from './package-command.ts';
import { descriptionOf } from './rich-text.ts';
import type { ReadChildren } from './element.ts';
import { signOf } from './sign-icons.ts';
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

/** Attributes that some components show in place of these. */
const furtherTitles: Record<string, string[]> = {
  file: ['name'],
  folder: ['name'],
  tab: ['value', 'name'],
  tabitem: ['value'],
  tabscontent: ['value'],
  codeblocktab: ['value'],
};

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
      // A component of that name may take its rows as data.
      if (element.children.length > 0) return tableOf(element, read);
      break;
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
    case 'packagemanagers':
      return packageCommand(element);
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
    return inlineTags.has(tag) ? inlineOfElement(element, read) : read.blocks(element.children);
  if (fields.has(tag) || isField(element))
    return [fieldOf(element), ...descriptionOf(element), ...read.blocks(element.children)];
  if (tag === 'code' && hasParts(element)) return read.blocks(namedParts(element));
  if (tag === 'code' || (!isHtml(element) && codeAttribute(element) !== null)) return codeOf(element);
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
      return [
        {
          type: 'inlineCode',
          value:
            textAttribute(element, 'code') ??
            (toString(children()) || (textAttribute(element, 'value') ?? '')),
        },
      ];
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
  const sign = signOf(element);
  if (sign !== null) return [{ type: 'text', value: sign }];
  const tip = tag === 'tooltip' ? textAttribute(element, 'tip', 'content') : null;
  if (tip !== null) return [...children(), { type: 'text', value: ` (${tip})` }];
  const shown = isHtml(element) ? null : (textAttribute(element, ...titles) ?? namedWords(element, tag));
  const content: PhrasingContent[] = shown === null ? [] : [{ type: 'text', value: shown }];
  // Vue's docs show since when an API is there by CSS: `<sup data-text="3.4+" />`.
  if (element.children.length === 0 && shown === null) {
    const styled = textAttribute(element, 'data-text');
    if (styled !== null) content.push({ type: 'text', value: styled });
  }
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

function componentOf(element: Element, tag: string, read: ReadChildren): RootContent[] {
  if (tag === 'image') return [{ type: 'paragraph', children: [imageOf(element)] }];
  const description = textAttribute(element, 'description');
  const further = furtherTitles[tag] ?? (description === null ? [] : ['name']);
  const title = textAttribute(element, ...titles, ...further) ?? namedWords(element, tag);
  const blocks = [
    ...titleOfProps(element, read),
    ...read.blocks(withTabLabels(element)),
    ...blocksOfProps(element, read),
  ];
  if (blocks.length === 0 && title === null && description === null) return codeOfProps(element);
  if (title === null) {
    const [only] = blocks;
    const oneLine =
      blocks.length === 1 && only?.type === 'paragraph' && !only.children.some(({ type }) => type === 'link');
    if (description !== null && tag === 'prompt')
      return [strongParagraph([{ type: 'text', value: description }]), ...blocks];
    if (description !== null) return [...descriptionOf(element), ...blocks];
    return oneLine ? [{ ...only, children: linked(element, only.children) }] : blocks;
  }
  const shown = strongParagraph([{ type: 'text', value: title }]);
  const head: RootContent[] = [
    { ...shown, children: linked(element, shown.children) },
    ...requestOf(element),
  ];
  return [...head, ...descriptionOf(element), ...blocks];
}

/** Whether a component holds others, as `<Code><Code.Next>…</Code.Next></Code>`. */
function hasParts({ children }: Element): boolean {
  return children.some((child) => /^[A-Z]/.test(asElement(child)?.name ?? ''));
}

/** The parts of a component, which are named after it, with what stands behind its name as their label. */
function namedParts({ name, children }: Element): RootContent[] {
  return children.map((child) => {
    const part = asElement(child);
    if (part === null || !part.name.startsWith(`${name}.`)) return child;
    return { ...part, attributes: { label: part.name.slice(name.length + 1), ...part.attributes } };
  });
}

/** `<Endpoint method="GET" path="/users" />` */
function requestOf(element: Element): RootContent[] {
  const [method, path] = [
    textAttribute(element, 'method'),
    textAttribute(element, 'path', 'url', 'endpoint'),
  ];
  if (path === null || !/^(?:get|post|put|patch|delete|head|options)$/i.test(method ?? '')) return [];
  const value = `${method!.toUpperCase()} ${path}`;
  return [{ type: 'paragraph', children: [{ type: 'inlineCode', value }] }];
}

function strongParagraph(children: PhrasingContent[]): Paragraph {
  const [only] = children;
  if (children.length === 1 && only?.type === 'strong') return { type: 'paragraph', children };
  return { type: 'paragraph', children: [{ type: 'strong', children }] };
}

function linked(element: Element, children: PhrasingContent[]): PhrasingContent[] {
  const url = textAttribute(element, 'href', 'to', 'link');
  if (url === null || children.length === 0) return children;
  // An address is a link by itself, and links hold no links.
  const label = children.flatMap((child) => (child.type === 'link' ? child.children : child));
  return [{ type: 'link', url, children: label as never }];
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

/** A site's own component with a name, a type and a text is an option or parameter: `<SdkOption name="dsn" type="string">`. */
function isField(element: Element): boolean {
  const isDescribed =
    element.children.length > 0 ||
    defaultOf(element) !== undefined ||
    textAttribute(element, 'description') !== null;
  return isDescribed && textAttribute(element, 'name') !== null && textAttribute(element, 'type') !== null;
}

function defaultOf({ attributes }: Element): unknown {
  return attributes['default'] ?? attributes['defaultValue'];
}

/** A parameter or response field of an API: its name, type and whether it is required. */
function fieldOf(element: Element): Paragraph {
  const name = textAttribute(element, 'name', 'path', 'query', 'body', 'header', 'cookie') ?? '';
  const fallback = defaultOf(element);
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
