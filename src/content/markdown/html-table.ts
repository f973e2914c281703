import type { Nodes, RootContent, TableRow } from 'mdast';
import { asElement, type Element } from './element.ts';
import type { ReadChildren } from './element.ts';

/** An HTML table as a Markdown table. Each cell becomes one line. */
export function tableOf(table: Element, read: ReadChildren): RootContent[] {
  const rows: TableRow[] = elementsBelow(table, new Set(['tr'])).map((row) => ({
    type: 'tableRow',
    children: elementsBelow(row, new Set(['td', 'th'])).map((cell) => ({
      type: 'tableCell',
      children: read
        .inline(spaced(cell.children))
        .map((child) => (child.type === 'break' ? { type: 'text', value: ' ' } : child)),
    })),
  }));
  const filled = rows.filter((row) => row.children.length > 0);
  return filled.length === 0 ? [] : [{ type: 'table', children: filled }];
}

const blocks = new Set('p div ul ol li dl dt dd pre paragraph list listItem'.split(' '));

/** Separates the blocks of a cell on its one line. */
export function spaced(nodes: Nodes[]): Nodes[] {
  return nodes.flatMap((node, at): Nodes[] => {
    if (!('children' in node) || !blocks.has(asElement(node)?.name ?? node.type)) return [node];
    const before = nodes[at - 1];
    const space: Nodes = { type: 'text', value: ' ' };
    const isApart = before?.type !== 'text' || /\s$/.test(before.value);
    return [...(isApart ? [] : [space]), { ...node, children: spaced(node.children) } as Nodes, space];
  });
}

/** The nearest descendants with these names, without nested ones. */
function elementsBelow(node: Nodes, names: Set<string>): Element[] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child: Nodes) => {
    const element = asElement(child);
    return element !== null && names.has(element.name) ? [element] : elementsBelow(element ?? child, names);
  });
}
