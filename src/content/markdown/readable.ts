import type {
  BlockContent,
  Definition,
  Link,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import { toString } from 'mdast-util-to-string';
import { blockOfElement, inlineOfElement } from './components.ts';
import { labelAlert } from './admonition.ts';
import { titledCode } from './code-block.ts';
import { asElement, type ReadChildren } from './element.ts';
import { spaced } from './html-table.ts';
import { walk } from './walk.ts';

/**
 * The page as plain Markdown nodes: components and HTML become the nodes that a reader sees, references become links,
 * and imports, exports, comments and expressions are removed (a string literal stays as text).
 */
export function makeReadable(root: Root): Root {
  const definitions = new Map<string, Definition>();
  walk(root, (node) => {
    if (node.type === 'definition') definitions.set(node.identifier.toLowerCase(), node);
  });
  const read = createReader(definitions);
  return { type: 'root', children: read.blocks(root.children) };
}

function createReader(definitions: Map<string, Definition>): ReadChildren {
  const read: ReadChildren = {
    blocks: (nodes) => wrapInline(nodes.flatMap(readBlock)),
    inline: (nodes) => trimBreaks(trimLines(nodes.flatMap(readInline))),
  };

  function readBlock(node: Nodes): RootContent[] {
    const element = asElement(node);
    if (element !== null) return blockOfElement(element, read);
    switch (node.type) {
      case 'paragraph':
        return readParagraph(node);
      case 'heading':
        return [{ ...node, children: read.inline(node.children) }];
      case 'blockquote':
        return [{ ...node, children: labelAlert(read.blocks(node.children) as BlockContent[]) }];
      case 'footnoteDefinition':
      case 'listItem':
        return [{ ...node, children: read.blocks(node.children) } as RootContent];
      case 'list':
        return [{ ...node, children: node.children.flatMap(readBlock) } as RootContent];
      case 'table':
      case 'tableRow':
        return [{ ...node, children: node.children.flatMap((child) => readBlock(child)) } as RootContent];
      case 'tableCell':
        return [{ ...node, children: read.inline(spaced(node.children)) } as RootContent];
      case 'code':
        return titledCode(node, false);
      case 'thematicBreak':
        return [node];
      default:
        return readInline(node);
    }
  }

  /** As in MDX, a paragraph of only components is unwrapped to blocks. */
  function readParagraph(node: Paragraph): RootContent[] {
    if (isContentsMark(node)) return [];
    const onlyElements = node.children.every(
      (child) =>
        asElement(child) !== null ||
        child.type === 'mdxTextExpression' ||
        (child.type === 'text' && child.value.trim() === ''),
    );
    if (onlyElements) return read.blocks(node.children);
    const children = read.inline(node.children);
    return children.length === 0 ? [] : [{ ...node, children }];
  }

  function readInline(node: Nodes): PhrasingContent[] {
    const element = asElement(node);
    if (element !== null) return inlineOfElement(element, read);
    switch (node.type) {
      case 'text':
      case 'inlineCode':
      case 'break':
      case 'image':
      case 'footnoteReference':
        return [node];
      case 'emphasis':
      case 'strong':
      case 'delete':
      case 'link':
        return [{ ...node, children: read.inline(node.children) } as PhrasingContent];
      case 'linkReference': {
        const url = definitions.get(node.identifier.toLowerCase())?.url ?? '';
        return [{ type: 'link', url, children: read.inline(node.children) } as Link];
      }
      case 'imageReference': {
        const url = definitions.get(node.identifier.toLowerCase())?.url ?? '';
        return [{ type: 'image', url, alt: node.alt ?? '' }];
      }
      case 'code':
        return lineByLine(node.value);
      default:
        return 'children' in node ? read.inline(node.children) : [];
    }
  }
  return read;
}

/** Code among text, as in a table's cell, which has one line. */
function lineByLine(code: string): PhrasingContent[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((value): PhrasingContent[] => [
    { type: 'inlineCode', value: value.trim() },
    { type: 'text', value: ' ' },
  ]);
}

const inlineTypes = new Set([
  'text',
  'inlineCode',
  'break',
  'image',
  'footnoteReference',
  'emphasis',
  'strong',
  'delete',
  'link',
]);

/** Inline nodes among blocks are wrapped in paragraphs. */
function wrapInline(nodes: RootContent[]): RootContent[] {
  const blocks: RootContent[] = [];
  let line: PhrasingContent[] = [];
  const endLine = (): void => {
    const children = trimBreaks(trimLines(line));
    if (children.some((child) => child.type !== 'text' || child.value.trim() !== '')) {
      blocks.push({ type: 'paragraph', children });
    }
    line = [];
  };
  for (const node of nodes) {
    if (inlineTypes.has(node.type)) line.push(node as PhrasingContent);
    else {
      endLine();
      blocks.push(node);
    }
  }
  endLine();
  return blocks;
}

/** `[TOC]`, `[[toc]]`, `[[_TOC_]]`: placeholders for a table of contents or a list of tagged pages. */
function isContentsMark(paragraph: Paragraph): boolean {
  const [first] = paragraph.children;
  // `_TOC_` is parsed as emphasis.
  return (
    first?.type === 'text' &&
    first.value.trimStart().startsWith('[') &&
    /^\[\[?(?:_?toc_?|tags)\]?\]$/i.test(toString(paragraph).trim())
  );
}

/** HTML has spaces at the ends of lines, which Markdown would have to write as character references. */
function trimLines(nodes: PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node, at) => {
    if (node.type !== 'text') return node;
    const lines = node.value.includes('\n')
      ? node.value.replaceAll(/(?<![ \t])[ \t]*\n\s*/g, '\n')
      : node.value;
    const value = nodes[at - 1]?.type === 'break' ? lines.trimStart() : lines;
    return { ...node, value: nodes[at + 1]?.type === 'break' ? value.trimEnd() : value };
  });
}

function trimBreaks(nodes: PhrasingContent[]): PhrasingContent[] {
  let [start, end] = [0, nodes.length];
  while (start < end && isBlank(nodes[start])) start += 1;
  while (end > start && isBlank(nodes[end - 1])) end -= 1;
  return nodes.slice(start, end).map((node, at) => trimText(node, at === 0, at === end - start - 1));
}

function trimText(node: PhrasingContent, isFirst: boolean, isLast: boolean): PhrasingContent {
  if (node.type !== 'text' || !(isFirst || isLast)) return node;
  const value = isFirst ? node.value.trimStart() : node.value;
  return { ...node, value: isLast ? value.trimEnd() : value };
}

function isBlank(node: PhrasingContent | undefined): boolean {
  return node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '');
}
