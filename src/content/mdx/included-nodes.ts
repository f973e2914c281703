import type { Nodes, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { isMarkdown } from '../site/endings.ts';
import { regionOf } from '../includes/include-syntax.ts';
import { asElement, textAttribute, type Element } from '../markdown/element.ts';

type IncludeSources = {
  /** The text of an included file; null when it is not available. */
  textOf: (target: string) => string | null;
  pageOf: (target: string) => RootContent[];
};

/** `<include>`, or a component that names a file of the docs as its source. */
export function isInclude(element: Element): boolean {
  if (element.name === 'include') return true;
  return /^(?:Markdown|Code)$/.test(element.name) && textAttribute(element, 'src') !== null;
}

/** The nodes of `<include lang="ts">./part.mdx#section</include>` and `<Markdown src="/part.mdx" />`: a page, one of its sections, or code. */
export function includedNodes(element: Element, { textOf, pageOf }: IncludeSources): RootContent[] {
  const written = textAttribute(element, 'src') ?? toString(element).trim();
  const [target = '', section] = written.split('#');
  const language = textAttribute(element, 'lang', 'language');
  if (isMarkdown(target) && language === null) {
    const nodes = pageOf(target);
    return section === undefined ? nodes : (sectionIn(nodes, section) ?? nodes);
  }
  const text = textOf(target);
  if (text === null) return [];
  const value = section === undefined ? text : (regionOf(text, section) ?? text);
  return [
    { type: 'code', lang: language ?? target.slice(target.lastIndexOf('.') + 1), value: value.trimEnd() },
  ];
}

/** `<section id="…">` in a page. */
function sectionIn(nodes: readonly Nodes[], id: string): RootContent[] | null {
  for (const node of nodes) {
    const element = asElement(node);
    if (element?.name === 'section' && textAttribute(element, 'id') === id) return element.children;
    const inside = 'children' in node ? sectionIn(node.children, id) : null;
    if (inside !== null) return inside;
  }
  return null;
}
