import type { Root, RootContent } from 'mdast';
import { walk } from './walk.ts';

declare module 'unist' {
  interface Data {
    /** Of a definition list's last block: what follows explains no term of it. */
    endsTerms?: true;
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
