import type { Root, RootContent } from 'mdast';
import { walk } from './walk.ts';

declare module 'unist' {
  interface Data {
    /** Of a definition list's last block: what follows explains no term of it. */
    endsTerms?: true;
    /** Of the last block below a heading of this depth: what follows is about the one that it is in. */
    endsHeading?: number;
  }
}

const elements: Record<string, string> = {
  descriptionList: 'dl',
  descriptionTerm: 'dt',
  descriptionDetails: 'dd',
};

/** Turns the parser's definition lists into the elements that they stand for. */
export function readDefinitions(root: Root): void {
  walk(root, (node) => {
    const name = elements[node.type];
    if (name !== undefined) Object.assign(node, { type: 'element', name, attributes: {} });
  });
}

/** Marks the end of a definition list, whose blocks then stand among others. */
export function endTerms(nodes: RootContent[]): RootContent[] {
  const last = nodes.at(-1);
  if (last !== undefined) last.data = { ...last.data, endsTerms: true };
  return nodes;
}

/** Marks the end of what a heading in the midst of a section is about. */
export function endHeading(nodes: RootContent[], depth: number): RootContent[] {
  const last = nodes.at(-1);
  if (last !== undefined)
    last.data = { ...last.data, endsHeading: Math.min(depth, last.data?.endsHeading ?? depth) };
  return nodes;
}
