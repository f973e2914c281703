import type { Nodes, RootContent } from 'mdast';
import { relativeTarget } from '../includes/rebase-links.ts';
import { folderOf } from '../site/paths.ts';

/** Makes the relative links and images of included nodes relative to the including file. */
export function rebaseNodes(nodes: RootContent[], from: string, to: string): RootContent[] {
  if (folderOf(from) === folderOf(to)) return nodes;
  return nodes.map((node) => rebase(node, from, to) as RootContent);
}

function rebase(node: Nodes, from: string, to: string): Nodes {
  const children = 'children' in node ? node.children.map((child) => rebase(child, from, to)) : undefined;
  const rebased = { ...node, ...(children && { children }) } as Nodes;
  if (rebased.type === 'link' || rebased.type === 'image' || rebased.type === 'definition')
    rebased.url = relativeTarget(rebased.url, from, to);
  if (rebased.type === 'element') {
    const { href, to: route } = rebased.attributes;
    const attributes = { ...rebased.attributes };
    if (typeof href === 'string') attributes['href'] = relativeTarget(href, from, to);
    if (typeof route === 'string') attributes['to'] = relativeTarget(route, from, to);
    rebased.attributes = attributes;
  }
  return rebased;
}
