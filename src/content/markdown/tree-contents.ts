import type { Nodes, Root } from 'mdast';
import { walk } from './walk.ts';

declare module 'mdast' {
  interface RootData {
    /** What was parsed, before anything was read of it; absent when the text was changed to parse it. */
    contents?: readonly string[];
  }
}

/**
 * What a tree says, node by node, so that a page whose reading changed nothing can stay as its author wrote it: to
 * serialize it would take a third of its processing time. References count as what they refer to.
 */
export function contentsOf(root: Root): string[] {
  const contents: string[] = [];
  const urls = new Map<string, string>();
  const references: { at: number; name: string }[] = [];
  walk(root, (node) => {
    if (node.type === 'definition') urls.set(node.identifier.toLowerCase(), node.url);
    else {
      contents.push(
        node.type === 'linkReference' ? 'link' : node.type === 'imageReference' ? 'image' : node.type,
      );
      if (node.type === 'linkReference' || node.type === 'imageReference')
        references.push({ at: contents.length, name: node.identifier.toLowerCase() });
      contents.push(sayingOf(node));
    }
  });
  for (const { at, name } of references) contents[at] = (urls.get(name) ?? '') + contents[at]!;
  return contents;
}

/** Whether a readable tree says what was parsed. */
export function isAsParsed(root: Root, parsed: readonly string[] | undefined): boolean {
  let at = 0;
  const isSame = (node: Nodes): boolean => {
    if (parsed?.[at] !== node.type || parsed[at + 1] !== sayingOf(node)) return false;
    at += 2;
    return !('children' in node) || node.children.every(isSame);
  };
  return isSame(root) && at === parsed?.length;
}

function sayingOf(node: Nodes): string {
  switch (node.type) {
    case 'heading':
      return String(node.depth);
    case 'link':
      return node.url;
    case 'image':
      return node.url + (node.alt ?? '');
    case 'imageReference':
      return node.alt ?? '';
    case 'code':
      return `${node.lang ?? ''} ${node.meta ?? ''} ${node.value}`;
    default:
      return 'value' in node ? node.value : '';
  }
}
