import type { Nodes, RootContent } from 'mdast';
import { asElement, textAttribute, type Element } from './element.ts';

/**
 * The children of a component. When the component lists the labels of its tabs (`items={['npm', 'pnpm']}`,
 * `values={[{label, value}]}`), each tab gets its label.
 */
export function withTabLabels(parent: Element): RootContent[] {
  const labels = labelsOf(parent.attributes['items'] ?? parent.attributes['values']);
  if (labels.length === 0) return parent.children;
  let position = 0;
  return parent.children.flatMap(unwrap).map((child) => {
    const tab = asElement(child);
    if (tab === null) return child;
    const value = textAttribute(tab, 'value');
    const label = labels.find((one) => value !== null && one.value === value) ?? labels[position];
    position += 1;
    if (label === undefined || textAttribute(tab, 'label', 'title') !== null) return tab;
    return { ...tab, attributes: { ...tab.attributes, label: label.label } };
  });
}

function unwrap(node: RootContent): RootContent[] {
  return node.type === 'paragraph' && node.children.some((child: Nodes) => asElement(child) !== null)
    ? node.children
    : [node];
}

function labelsOf(items: unknown): { label: string; value: string }[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ label: item, value: item }];
    if (typeof item !== 'object' || item === null) return [];
    const { label, value } = item as { label?: unknown; value?: unknown };
    return typeof label === 'string' ? [{ label, value: typeof value === 'string' ? value : label }] : [];
  });
}
