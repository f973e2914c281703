import type { Nodes, Root, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { isAdmonitionKind } from './admonition.ts';
import type { Element } from './element.ts';
import { mapProse, splitProse } from './split-prose.ts';

/** Containers that only style their content. */
const unseen = new Set(['raw', 'no-v-pre', 'div']);

type Directive = {
  type: 'containerDirective' | 'leafDirective' | 'textDirective';
  name: string;
  attributes?: Record<string, string>;
  children: RootContent[];
};

/**
 * Rewrites `::: tip Title` (VitePress) and `:::note Title` (Docusaurus 2) to `:::tip[Title]`, the form that parsers
 * know. The number of lines stays the same.
 */
export function directiveLabels(body: string): string {
  if (!body.includes(':::')) return body;
  return mapProse(body, (prose) =>
    prose.replaceAll(
      /^([ \t>]*)(:{3,})[ \t]*([\w-]+)(?:[ \t]+([^\s[{](?:[^\n]*?\S)?))?[ \t]*(?:(\{[^{}\n]*\})[ \t]*)?$/gm,
      (_, indent: string, colons: string, name: string, written?: string, attributes = '') => {
        const title = written ?? /\btitle=(?:"([^"]+)"|'([^']+)')/.exec(attributes)?.slice(1).join('');
        return `${indent}${colons}${name}${title === undefined ? '' : `[${escapeLabel(title)}]`}`;
      },
    ),
  );
}

/** Rows of colons in one block from which the parser, whose time grows with their square, is not asked. */
const maxColons = 1_000;

/** Whether a block, such as one long table, has more colons than the parser can take. */
export function hasManyColons(body: string): boolean {
  return splitProse(body).some(
    ({ text, isCode }) =>
      !isCode &&
      text
        .split(/^(?:[ \t]*\n| {0,3}(?:[-*+]|#{1,6})[ \t]+(?=\S))/m)
        .some((block) => (block.match(/:+/g)?.length ?? 0) > maxColons),
  );
}

/** Blanks the lines that open and close containers: what these hold stays. The number of lines stays the same. */
export function withoutContainers(body: string): string {
  return mapProse(body, (prose) => prose.replaceAll(/^([ \t>]*):{3,}[ \t]*(?:[A-Za-z][^\n]*)?$/gm, '$1'));
}

function escapeLabel(title: string): string {
  return title
    .replace(/\{[^{}]*\}$/, '')
    .trimEnd()
    .replaceAll(/[[\]]/g, '\\$&');
}

/**
 * Turns containers (`:::note[Title]`) into components, and single colons that only look like directives back into
 * text. https://docusaurus.io/docs/markdown-features/admonitions https://vitepress.dev/guide/markdown#custom-containers
 */
export function readDirectives(root: Root): Root {
  return { ...root, children: root.children.flatMap(readNode) };
}

function readNode(node: Nodes): RootContent[] {
  const directive = node as unknown as Directive;
  if (directive.type === 'textDirective' || directive.type === 'leafDirective') return [asWritten(directive)];
  if (node.type === 'paragraph' && /^:{3,}$/.test(toString(node).trim())) return [];
  if (!('children' in node)) return [node as RootContent];
  const children = (node.children as Nodes[]).flatMap(readNode);
  if (directive.type === 'containerDirective') return containerOf(directive, children);
  return [{ ...node, children } as RootContent];
}

function containerOf({ name, attributes = {} }: Directive, children: RootContent[]): RootContent[] {
  const [first, ...others] = children;
  const isLabelled = (first?.data as { directiveLabel?: boolean } | undefined)?.directiveLabel === true;
  const label =
    isLabelled && first !== undefined && 'children' in first ? (first.children as RootContent[]) : [];
  const content = isLabelled ? others : children;
  if (unseen.has(name)) return content;
  switch (name) {
    case 'details':
      return [elementOf('details', {}, [elementOf('summary', {}, label), ...content])];
    case 'v-pre':
      return [elementOf('div', { 'v-pre': true }, content)];
    case 'code-group':
      return [elementOf('CodeGroup', {}, content)];
    case 'tabs':
      return [elementOf('Tabs', {}, tabsIn(content))];
    default: {
      const title =
        label.map((node) => toString(node, { includeHtml: false })).join('') || attributes['title'];
      // What holds headings is a part of the page, such as that for one programming language, and no box.
      if (!isAdmonitionKind(name) && content.some(({ type }) => type === 'heading'))
        return [strongLabel(title || name), ...content];
      return [elementOf('Admonition', { type: name, ...(title && { title }) }, content)];
    }
  }
}

function elementOf(name: string, attributes: Record<string, unknown>, children: RootContent[]): Element {
  return { type: 'element', name, attributes, children };
}

function strongLabel(name: string): RootContent {
  const value = `${name.charAt(0).toUpperCase()}${name.slice(1)}:`;
  return { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value }] }] };
}

/** `== tab Title` starts a tab. https://vitepress-plugins.sapphi.red/tabs/ */
function tabsIn(nodes: RootContent[]): RootContent[] {
  const tabs: RootContent[] = [];
  for (const node of nodes) {
    const [first] = node.type === 'paragraph' ? node.children : [];
    const [, title, rest] =
      (first?.type === 'text' ? /^==+[ \t]+(?:tab[ \t]+)?([^\n]+)\n?([^]*)/.exec(first.value) : null) ?? [];
    const open = tabs.at(-1);
    if (title !== undefined && node.type === 'paragraph' && first?.type === 'text') {
      const left =
        rest === '' && node.children.length === 1
          ? []
          : [{ ...node, children: [{ ...first, value: rest ?? '' }, ...node.children.slice(1)] }];
      tabs.push(elementOf('Tab', { title: title.trim() }, left));
    } else if (open?.type === 'element') open.children.push(node);
    else tabs.push(node);
  }
  return tabs;
}

function asWritten({ type, name, attributes = {}, children }: Directive): RootContent {
  const label = children.length === 0 ? [] : [textOf('['), ...children, textOf(']')];
  const set = Object.entries(attributes).map(([key, value]) =>
    key === 'id' ? `#${value}` : `${key}="${value}"`,
  );
  const given = set.length === 0 ? [] : [textOf(`{${set.join(' ')}}`)];
  const whole = [textOf((type === 'leafDirective' ? '::' : ':') + name), ...label, ...given];
  if (type === 'leafDirective') return { type: 'paragraph', children: whole as never };
  return whole.length === 1 ? whole[0]! : elementOf('', {}, whole);
}

function textOf(value: string): RootContent {
  return { type: 'text', value };
}
